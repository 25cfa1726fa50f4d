/** The page's style sheet: both colour schemes, wide tables that scroll by themselves, nothing from outside. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2128; --soft: #5b6570; --paper: #fbfbfa; --line: #dcdfe3;
  --accept: #2f7d4f; --decline: #c2571a; --cancel: #d99a2b; --invalid: #8a4fa3; --timeout: #6d7783; --error: #b3261e;
  --unanswered: #b9c0c8; --person: #2f6fae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --soft: #9aa4ae; --paper: #16191d; --line: #333a42;
  --accept: #4fae78; --decline: #e07b3c; --cancel: #e6b450; --invalid: #b07cc8; --timeout: #8d98a4; --error: #e5635b;
  --unanswered: #4a525b; --person: #5d9bd8; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 940px; margin: 0 auto; padding: 32px 24px; }
h1 { font-size: 26px; margin: 0 0 12px; } h2 { font-size: 17px; margin: 36px 0 10px; }
.verdict { border-left: 4px solid var(--soft); padding: 8px 14px; margin: 0 0 20px; font-size: 16px; }
.speaks_for { border-color: var(--accept); } .speaks_against { border-color: var(--error); }
.totals, .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 8px 28px; margin: 0; }
.totals strong { font-size: 22px; margin-right: 4px; } .legend { gap: 4px 18px; color: var(--soft); font-size: 13px; }
.key { display: inline-block; width: 11px; height: 11px; margin-right: 6px; }
svg { width: 100%; height: auto; display: block; margin-top: 10px; }
svg text { font: 12.5px system-ui, sans-serif; fill: var(--ink); } svg .label { fill: var(--soft); }
.accept { fill: var(--accept); } .decline { fill: var(--decline); } .cancel { fill: var(--cancel); }
.invalid { fill: var(--invalid); } .timeout { fill: var(--timeout); } .error, .machine { fill: var(--error); }
.unanswered { fill: var(--unanswered); } .person { fill: var(--person); }
.key.accept { background: var(--accept); } .key.decline { background: var(--decline); }
.key.cancel { background: var(--cancel); } .key.invalid { background: var(--invalid); }
.key.timeout { background: var(--timeout); } .key.error { background: var(--error); }
.key.unanswered { background: var(--unanswered); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
thead th { color: var(--soft); font-weight: 500; vertical-align: bottom; white-space: normal; min-width: 52px; }
th:first-child { text-align: left; } tbody th { font-weight: 500; } .none { color: var(--soft); }
footer { margin-top: 36px; color: var(--soft); font-size: 12.5px; }
`;
