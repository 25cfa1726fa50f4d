/**
 * A package as Android's own packer (aapt) writes it: nothing but the manifest of `com.example.shop`, deflated, 306 bytes.
 */
export const SHOP_APK: Buffer = Buffer.from(
  "UEsDBBQAAgAIAAAAIQBVskovqgAAAFgBAAATAAAAQW5kcm9pZE1hbmlmZXN0LnhtbG2OuwrCQBREZ7NRAzZBLCzEyjqF+BnWYmkUHyHmAVr4Wf6hnl1X" +
    "FMmGyU7OnQzXKtHGSEZTPST19T3LHz9CM7RAa7RFA7XKtVfJ+6QDJFatRjfvE1XwWoWOfF+hUkq6gWeQO9OKhgs+Y35m0pKxkFw73JC79YmC/3IaCjK1" +
    "3ycyqVbuRs9wnB/zRGFnx+Qb3TayNjDjN32zOHTN/7p6oetzLJlJR6aLO/8CUEsBAhcDFAACAAgAAAAhAFWySi+qAAAAWAEAABMAAAAAAAAAAAAgALaB" +
    "AAAAAEFuZHJvaWRNYW5pZmVzdC54bWxQSwUGAAAAAAEAAQBBAAAA2wAAAAAA",
  "base64",
);

/** The package that it holds. */
export const SHOP_APP_ID = "com.example.shop";
