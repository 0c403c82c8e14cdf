// The style of all figures. It lives in the shadow root of each figure, so that it and the page
// around it do not disturb each other; colours are the page's variables of web/style/tokens.css.
export const figureStyle = `
:host { display: block; margin: 32px 0; color: var(--fc-ink); font-family: var(--fc-font);
  font-size: 15px; line-height: 1.5; contain: layout; }
* { box-sizing: border-box; }
figure { margin: 0; background: var(--fc-panel); border: 1px solid var(--fc-line);
  border-radius: 12px; overflow: hidden; }
.head { display: flex; align-items: baseline; gap: 12px; padding: 14px 20px 0; }
.title { font-weight: 600; font-size: 16px; margin: 0; flex: 1; text-wrap: balance; }
.hint { color: var(--fc-soft); font-size: 14px; margin: 2px 20px 0; }
.body { display: block; margin: 10px 12px 0; position: relative; }
.body.two { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
/* The table takes the width it needs, the drawing beside it the rest. Its cells keep their width
   when their text changes, so that the drawing does not jump. */
.body.two.with-table { grid-template-columns: minmax(0, 1fr) auto; }
.with-table :is(td, th) { padding-right: 10px; }
.with-table :is(td, th):last-child { padding-right: 0; }
@media (min-width: 641px) {
  .with-table td:nth-child(2) { min-width: 66px; } .with-table td:nth-child(3) { min-width: 98px; }
  .with-table td:last-child { min-width: 76px; }
}
.panel { min-width: 0; position: relative; } .wide { grid-column: 1 / -1; }
.stage, canvas { display: block; width: 100%; touch-action: pan-y; }
.stage { overflow: visible; user-select: none; -webkit-user-select: none; }
.stage.clipped { overflow: hidden; }
canvas { border-radius: 8px; }
.controls { display: flex; flex-wrap: wrap; align-items: end; gap: 14px 24px;
  padding: 14px 20px 0; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.slider { display: grid; grid-template-columns: auto auto; flex: 1 1 190px; min-width: 0;
  column-gap: 10px; font-size: 14px; }
.slider-name { color: var(--fc-soft); }
.slider output { text-align: right; font-family: var(--fc-mono); font-size: 13px;
  font-variant-numeric: tabular-nums; white-space: nowrap; }
.slider input { grid-column: 1 / -1; width: 100%; height: 28px; margin: 0; background: none;
  -webkit-appearance: none; appearance: none; cursor: pointer; --fill: var(--fc-soft);
  touch-action: pan-y; }
.slider[data-colour=time] input { --fill: var(--fc-time); }
.slider[data-colour=a] input { --fill: var(--fc-a); }
.slider[data-colour=b] input { --fill: var(--fc-b); }
.slider input::-webkit-slider-runnable-track { height: 4px; border-radius: 2px;
  background: linear-gradient(to right, var(--fill) calc(var(--share) * 100%),
    var(--fc-line) calc(var(--share) * 100%)); }
.slider input::-webkit-slider-thumb { -webkit-appearance: none; width: 18px; height: 18px;
  margin-top: -7px; border-radius: 50%; background: var(--fc-paper);
  border: 3px solid var(--fill); }
.slider input::-moz-range-track { height: 4px; border-radius: 2px; background: var(--fc-line); }
.slider input::-moz-range-progress { height: 4px; border-radius: 2px; background: var(--fill); }
.slider input::-moz-range-thumb { width: 12px; height: 12px; border-radius: 50%;
  background: var(--fc-paper); border: 3px solid var(--fill); }
.time { display: flex; align-items: end; gap: 12px; flex: 2 1 260px; min-width: 0; }
button { font: inherit; font-size: 14px; line-height: 1.2; min-height: 36px; padding: 6px 14px;
  color: var(--fc-ink); background: var(--fc-paper); border: 1px solid var(--fc-line);
  border-radius: 8px; cursor: pointer; }
button:hover:not(:disabled) { border-color: var(--fc-soft); }
button:disabled { color: var(--fc-soft); cursor: default; }
button.main { background: var(--fc-ink); color: var(--fc-paper); border-color: var(--fc-ink); }
button.main:disabled { background: var(--fc-paper); color: var(--fc-soft);
  border-color: var(--fc-line); }
button.play { width: 40px; padding: 0; flex: none; font-size: 12px; color: var(--fc-time); }
button.quiet { border: none; background: none; color: var(--fc-soft); padding: 0 4px;
  min-height: 28px; text-decoration: underline; text-underline-offset: 3px; }
.choice { display: flex; flex-wrap: wrap; gap: 0; }
.choice button { border-radius: 0; margin-left: -1px; }
.choice button:first-child { border-radius: 8px 0 0 8px; margin-left: 0; }
.choice button:last-child { border-radius: 0 8px 8px 0; }
.choice button[aria-pressed=true] { background: var(--fc-ink); color: var(--fc-paper);
  border-color: var(--fc-ink); }
.readout { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr));
  gap: 12px 24px; margin: 16px 0 0; padding: 12px 20px; border-top: 1px solid var(--fc-line); }
.readout div { min-width: 0; } .readout div.wide { grid-column: 1 / -1; }
.readout.six { grid-template-columns: repeat(3, 1fr); }
.readout.roomy { grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); margin-top: 0;
  border-top: none; padding-top: 0; }
td { white-space: nowrap; }
dt { color: var(--fc-soft); font-size: 13px; }
dd { margin: 0; font-family: var(--fc-mono); font-size: 14px; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; }
.say { margin: 0; padding: 0 20px 16px; color: var(--fc-soft); font-size: 14px; min-height: 37px; }
.controls + .say { padding-top: 12px; }
/* Room for what comes, so that the text below stays where it is. */
:host(:not([ready])) figure { min-height: 540px; }
.wait { padding: 40px 20px; text-align: center; color: var(--fc-soft); }
[data-tone=free] { color: var(--fc-free); } [data-tone=contact] { color: var(--fc-contact); }
[data-tone=unsure] { color: var(--fc-unsure); } [data-tone=time] { color: var(--fc-time); }
[data-tone=a] { color: var(--fc-a); } [data-tone=b] { color: var(--fc-b); }
:focus-visible { outline: 2px solid var(--fc-focus); outline-offset: 2px; }
:focus:not(:focus-visible) { outline: none; }

.label, .small { paint-order: stroke; stroke: var(--fc-panel); stroke-width: 3px;
  stroke-linejoin: round; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 2px 8px 0; font-size: 13px;
  color: var(--fc-soft); }
.legend span { display: inline-flex; align-items: center; gap: 6px; }
.legend i { width: 13px; height: 13px; font: 700 13px/13px var(--fc-mono); text-align: center; }
.legend .contact { background: var(--fc-contact); opacity: .55; }
.legend .free { background: var(--fc-free); opacity: .22; }
.legend .wrong { color: var(--fc-ink); }
.label { font-size: 13px; fill: var(--fc-ink); } .small { font-size: 12px; fill: var(--fc-soft); }
.tick { font-size: 12px; fill: var(--fc-soft); font-variant-numeric: tabular-nums; }
.axis-name { font-size: 13px; fill: var(--fc-soft); }
.axis-line { stroke: var(--fc-soft); stroke-width: 1; }
.grid { stroke: var(--fc-line); stroke-width: 1; opacity: .6; }
.fill-ink { fill: var(--fc-ink); } .fill-soft { fill: var(--fc-soft); }
.fill-a { fill: var(--fc-a); } .fill-b { fill: var(--fc-b); } .fill-time { fill: var(--fc-time); }
.fill-contact { fill: var(--fc-contact); } .fill-free { fill: var(--fc-free); }
.fill-unsure { fill: var(--fc-unsure); } .fill-panel { fill: var(--fc-panel); }
.fill-paper { fill: var(--fc-paper); }
.fill-line { fill: var(--fc-line); } .fill-none { fill: none; }
.line-ink { stroke: var(--fc-ink); } .line-soft { stroke: var(--fc-soft); }
.line-a { stroke: var(--fc-a); } .line-b { stroke: var(--fc-b); }
.line-time { stroke: var(--fc-time); } .line-contact { stroke: var(--fc-contact); }
.line-free { stroke: var(--fc-free); } .line-unsure { stroke: var(--fc-unsure); }
.line-line { stroke: var(--fc-line); } .line-panel { stroke: var(--fc-panel); }
.line-paper { stroke: var(--fc-paper); }
.thin { stroke-width: 1; } .mid { stroke-width: 2; } .thick { stroke-width: 4; }
.dashed { stroke-dasharray: 5 5; } .dotted { stroke-dasharray: 1 5; stroke-linecap: round; }
.round { stroke-linecap: round; stroke-linejoin: round; }
.faint { opacity: .35; } .fainter { opacity: .14; }
.handle { cursor: grab; touch-action: none; outline: none; }
.handle:active { cursor: grabbing; } .handle.axis-x { cursor: ew-resize; }
.handle.axis-y { cursor: ns-resize; }
.handle .hit { fill: transparent; } .handle .halo { fill: none; stroke: none; }
.handle .knob { stroke-width: 2.5; stroke: var(--fc-panel); fill: var(--hue); }
.handle.hollow .knob { stroke: var(--hue); fill: var(--fc-panel); }
.handle:hover .halo { fill: var(--hue); opacity: .18; }
.handle:focus-visible .halo { fill: none; stroke: var(--fc-focus); stroke-width: 2.5; opacity: 1; }
.handle[data-colour=a] { --hue: var(--fc-a); } .handle[data-colour=b] { --hue: var(--fc-b); }
.handle[data-colour=time] { --hue: var(--fc-time); }
.handle[data-colour=contact] { --hue: var(--fc-contact); }
.handle[data-colour=ink] { --hue: var(--fc-ink); }
.nudge { display: flex; align-items: center; gap: 8px; font-size: 14px; }
.nudge button { width: 36px; padding: 0; } .nudge .mono { min-width: 64px; text-align: center; }
dd.hex { font-size: 12px; color: var(--fc-soft); }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 500; color: var(--fc-soft); font-size: 13px;
  padding: 4px 12px 4px 0; }
td { padding: 5px 12px 5px 0; border-top: 1px solid var(--fc-line);
  font-variant-numeric: tabular-nums; }
td.number, .mono { font-family: var(--fc-mono); font-size: 13px; }
textarea, pre { font-family: var(--fc-mono); font-size: 13px; line-height: 1.55; margin: 0;
  width: 100%;
  color: var(--fc-ink); background: var(--fc-paper); border: 1px solid var(--fc-line);
  border-radius: 8px; padding: 10px 12px; resize: vertical; }
@media (max-width: 640px) {
  .body { margin: 8px 8px 0; } .body.two, .body.two.with-table { grid-template-columns: 1fr; }
  .head { padding: 12px 14px 0; } .hint { margin: 2px 14px 0; }
  .controls { padding: 12px 14px 0; gap: 12px 18px; } .readout { padding: 10px 14px; gap: 8px 18px;
    grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); }
  .readout.six { grid-template-columns: 1fr 1fr; }
  .readout:not(.roomy) div:last-child:nth-child(odd) { grid-column: 1 / -1; }
  .say { padding: 0 14px 14px; } .choice { gap: 6px; }
  .choice button, .choice button:first-child, .choice button:last-child { border-radius: 8px;
    margin: 0; }
}
`;
