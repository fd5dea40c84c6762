/** In a panel narrower than this, in pixels, the details of a line replace the list. */
export const COVERED = 640;

/** The panel's style. A shadow root keeps it apart from the app's. */
export const panelStyle = `
:host { all: initial; }
@media print { :host { display: none; } }
.root {
  --ink: light-dark(#1c2130, #e3e7f0); --soft: light-dark(#5b6375, #9aa4b8); --line: light-dark(#e2e5ec, #2b3241); --ground: light-dark(#ffffff, #161b25);
  --well: light-dark(#f5f6f9, #1c222e); --hover: light-dark(#eef0f5, #242c3a); --accent: light-dark(#3a55c9, #9db0ff); --accent-soft: light-dark(#e9edfc, #232d4d);
  --good: light-dark(#17693f, #86d9ab); --bad: light-dark(#b3261e, #ff9d94); --warn: light-dark(#8a5200, #f0c37a); --bar: light-dark(#8ea2ee, #5b74d8);
  --wait: light-dark(#d5d9e4, #343d50);
  color-scheme: light dark; color: var(--ink);
  font: 12.5px/1.45 system-ui, "Segoe UI", "Open Sans", sans-serif;
}
.root[data-theme="light"] { color-scheme: light; }
.root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
span, strong, del, ins { unicode-bidi: isolate; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.toggle {
  position: fixed; right: calc(12px + var(--rdc-right, 0px)); bottom: calc(12px + var(--rdc-bottom, 0px) + 40px * var(--place, 0)); max-width: 40vw; overflow: hidden; text-overflow: ellipsis; z-index: 2147483000; height: 32px; padding: 0 12px; border: 1px solid var(--line);
  border-radius: 16px; background: var(--ground); box-shadow: 0 2px 8px rgb(0 0 0 / 14%); font-weight: 600;
}
.panel {
  position: fixed; z-index: 2147483000; display: flex; flex-direction: column; background: var(--ground); box-shadow: 0 0 18px rgb(0 0 0 / 12%);
}
.panel[data-side="bottom"] { left: 0; right: 0; bottom: 0; border-top: 1px solid var(--line); max-height: 90vh; }
.panel[data-side="right"] { top: 0; right: 0; bottom: 0; border-left: 1px solid var(--line); max-width: 90vw; }
.sash { position: absolute; z-index: 1; background: transparent; touch-action: none; }
.panel[data-side="bottom"] .sash { inset: -3px 0 auto 0; height: 7px; cursor: ns-resize; }
.panel[data-side="right"] .sash { inset: 0 auto 0 -3px; width: 7px; cursor: ew-resize; }
.sash:hover, .sash:focus-visible { background: var(--accent); opacity: .5; }
.bar { display: flex; align-items: center; gap: 2px; min-height: 38px; padding: 0 6px; border-bottom: 1px solid var(--line); background: var(--well); }
.title { max-width: 12em; padding: 0 4px 0 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tabs { display: flex; flex: 1; min-width: 0; overflow-x: auto; scrollbar-width: none; align-self: stretch; }
.tab { border: 0; background: none; padding: 0 10px; color: var(--soft); border-bottom: 2px solid transparent; white-space: nowrap; }
.tab[aria-selected="true"] { color: var(--ink); border-bottom-color: var(--accent); font-weight: 600; }
.tab:hover { color: var(--ink); }
.count { margin-left: 5px; padding: 0 5px; border-radius: 8px; background: var(--hover); color: var(--soft); font-size: 11px; font-weight: 500; font-variant-numeric: tabular-nums; }
.icon { border: 0; background: none; padding: 4px 8px; border-radius: 6px; color: var(--soft); white-space: nowrap; }
.icon:hover { background: var(--hover); color: var(--ink); }
.body { flex: 1; min-height: 0; display: flex; flex-direction: column; container-type: inline-size; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding: 6px 10px; border-bottom: 1px solid var(--line); }
.tools .gap { flex: 1; }
.tools .field { flex: 0 1 220px; width: 100px; }
.small { padding: 3px 9px; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); }
.small:hover { background: var(--hover); }
.small[aria-pressed="true"] { background: var(--accent-soft); border-color: var(--accent); color: var(--accent); }
.small:disabled { color: var(--soft); background: none; border-style: dashed; cursor: default; }
.field { padding: 3px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); min-width: 0; }
.field::placeholder { color: var(--soft); opacity: 1; }
.split { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 4fr); }
.split[data-detail="none"] { grid-template-columns: minmax(0, 1fr); }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.speeds { display: flex; gap: 4px; }
.layer + .layer { margin-top: 16px; }
.layer h2, .layer p { margin: 0 0 4px; }
.kinds { display: flex; gap: 4px; flex-wrap: wrap; max-height: 68px; overflow: auto; }
.list { overflow: auto; min-height: 0; height: 100%; position: relative; contain: strict; }
.inner { position: relative; width: 100%; }
.row { position: absolute; left: 0; right: 0; display: flex; align-items: center; gap: 8px; padding: 0 10px; cursor: default; white-space: nowrap; overflow: hidden; }
.row:hover { background: var(--hover); }
.row[aria-selected="true"] { background: var(--accent-soft); }
.list:focus-visible .row[data-active="true"]:not([aria-selected="true"]) { outline: 2px solid var(--accent); outline-offset: -2px; }
.row[data-dim="true"], .row[data-dim="true"] span { color: var(--soft); }
.row[aria-current] { box-shadow: inset 3px 0 var(--accent), inset 0 -1px var(--accent); }
.row[aria-current] .text { font-weight: 600; }
.outcome { display: none; }
.row .num:first-child { text-align: left; }
.row strong.mono { min-width: 24px; }
.text { overflow: hidden; text-overflow: ellipsis; flex: 1; min-width: 0; }
.mono, .tree { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; font-size: 11.5px; }
.soft { color: var(--soft); }
.good { color: var(--good); } .bad { color: var(--bad); }
.num { min-width: 52px; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--soft); font-size: 11px; }
.detail { border-left: 1px solid var(--line); overflow: auto; min-height: 0; padding: 10px 12px 16px; overflow-wrap: anywhere; }
.detail h2 { margin: 0 0 6px; font-size: 13px; }
.detail p { margin: 0 0 6px; }
.detail h3 { margin: 14px 0 4px; font-size: 11px; font-weight: 600; text-transform: uppercase; letter-spacing: .04em; color: var(--soft); }
.detail h3.mono { text-transform: none; letter-spacing: 0; }
.actions { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: 11px; }
th, td { padding: 3px 8px 3px 0; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td:first-child, th { white-space: nowrap; overflow-wrap: normal; }
td:nth-child(2) { min-width: 9em; }
.from { overflow-wrap: break-word; min-width: 15.6em; } .from span { display: inline-block; }
.values td:nth-child(2) { width: 50%; }
.edit { border: 0; padding: 0 3px; margin: 0 -3px; background: none; border-radius: 4px; text-align: left; overflow-wrap: anywhere; cursor: text; }
.edit:hover { background: var(--hover); box-shadow: 0 0 0 1px var(--line); }
.edit::after { content: "\\a0✎"; color: var(--soft); }
.link { border: 0; padding: 0; background: none; color: var(--accent); text-align: left; text-decoration: underline; text-underline-offset: 2px; overflow-wrap: anywhere; }
.track { position: relative; height: 10px; flex: 0 0 38%; background: var(--well); border-radius: 3px; overflow: hidden; }
.track i { position: absolute; top: 0; bottom: 0; min-width: 2px; border-radius: 2px; }
.track .wait { background: var(--wait); } .track .sent { background: var(--bar); }
.track .failed { background: var(--bad); } .track .gone { background: repeating-linear-gradient(45deg, var(--wait) 0 4px, transparent 4px 8px); }
.empty { margin: 0; padding: 18px 14px; color: var(--soft); }
.tree ul { margin: 0; padding-left: 14px; list-style: none; }
.tree summary { cursor: pointer; }
.tree .name { color: var(--soft); }
.diff td:first-child { width: 14em; }
.diff del { color: var(--bad); text-decoration: none; } .diff ins { color: var(--good); text-decoration: none; }
.diff del::before { content: "− "; } .diff ins::before { content: "+ "; }
.past { background: var(--accent-soft); color: var(--accent); padding: 4px 10px; display: flex; gap: 8px; align-items: center; }
label.slider { min-width: 220px; display: flex; gap: 6px; align-items: center; }
label.slider .num { flex: none; }
.note { color: var(--warn); font-size: 11px; } p.note { margin: 0; padding: 5px 10px; border-bottom: 1px solid var(--line); }
progress { width: 90px; accent-color: var(--accent); }
.slider { flex: 1; min-width: 90px; accent-color: var(--accent); }
input.slider:focus-visible { outline-offset: 2px; border-radius: 4px; }
.back { display: none; margin-bottom: 8px; }
@container (max-width: 900px) {
  .track { flex-basis: 24%; }
}
@container (max-width: ${COVERED}px) {
  .split, .split[data-detail="none"] { grid-template-columns: minmax(0, 1fr); }
  .split[data-detail="some"] > .list { display: none; }
  .split[data-detail="some"] > .detail { border-left: 0; }
  .back { display: block; }
  .tools { padding: 6px 8px; }
  .tools .gap { display: none; }
  .tools .kinds { flex: 1 1 100%; }
  .tools .field { flex: 1; }
  .outcome { display: inline; flex: none; width: 10px; }
  .tools label.slider { flex: 1 1 50%; }
  .diff td:first-child { white-space: normal; width: 32%; }
  .track { flex-basis: 15%; }
}
@container (max-width: 430px) { .from { min-width: 0; } }
.list[data-tall="true"] .text { white-space: normal; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-height: 1.35; overflow-wrap: anywhere; }
@media (max-width: 460px) {
  .bar { padding: 0 2px; gap: 0; }
  .tab { padding: 0 5px; font-size: 12px; }
  .tab .count { margin-left: 2px; padding: 0 3px; }
  .icon { padding: 4px; min-width: 26px; }
}
@media (pointer: coarse) {
  .icon, .small { min-width: 32px; min-height: 32px; }
  input { min-height: 32px; }
  .panel[data-side="bottom"] .sash { inset: -14px 0 auto; height: 18px; }
}
@media (prefers-contrast: more) { .root { --soft: var(--ink); --line: var(--ink); } }
@media (forced-colors: active) {
  .track { border: 1px solid; } .track i { forced-color-adjust: none; }
  [aria-selected="true"], [aria-pressed="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
  .row[aria-current] { border-left: 4px solid Highlight; }
}
@media (prefers-reduced-motion: no-preference) { .toggle, .small, .row { transition: background-color .12s; } }
`;
