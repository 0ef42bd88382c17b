// SPDX-License-Identifier: Apache-2.0
// The style of the HTML report: system fonts, two palettes, and rules for paper.
#include "report/html.hpp"

namespace amqpace::report {

std::string_view html_style() {
  return R"css(:root {
  color-scheme: light dark;
  --ground: #ffffff; --text: #1c1f24; --quiet: #626a75; --rule: #d9dde3; --box: #f5f6f8;
  --green: #1a7f42; --red: #b3261e; --amber: #8a5a00; --blue: #1f5fbf;
  --s1: #6b7280; --s2: #1f5fbf; --s3: #c2571a; --s4: #7b3fb5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --text: #e4e7eb; --quiet: #98a1ad; --rule: #333a43; --box: #1c2026;
    --green: #4cc07a; --red: #ff8a80; --amber: #e6b450; --blue: #7fb0ff;
    --s1: #98a1ad; --s2: #7fb0ff; --s3: #ffa269; --s4: #c79bff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.35rem; margin: 2rem 0 .3rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .5rem; } h4 { font-size: 1rem; margin: 0 0 .3rem; }
header { border-bottom: 1px solid var(--rule); }
footer, .quiet { color: var(--quiet); font-size: .88rem; }
.badge { border: 1px solid; border-radius: .3rem; padding: 0 .4rem; font-size: .78em; letter-spacing: .03em; }
.badge.passed { color: var(--green); } .badge.failed, .badge.invalid { color: var(--red); }
.badge.warning { color: var(--amber); } .badge.info { color: var(--blue); }
.card { border: 1px solid var(--rule); border-left: 4px solid var(--blue); border-radius: .3rem; padding: .6rem .9rem;
  margin: .6rem 0; }
.card.failed, .card.invalid { border-left-color: var(--red); } .card.warning { border-left-color: var(--amber); }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: .15rem .6rem; margin: 0; }
dt { color: var(--quiet); } dd { margin: 0; }
.wide { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
th { font-weight: 600; } th .quiet { font-weight: 400; }
pre { background: var(--box); padding: .7rem .9rem; border-radius: .3rem; overflow-x: auto; font-size: .85rem; }
summary { cursor: pointer; padding: .5rem 0; font-weight: 600; }
figure { margin: 1rem 0; } figcaption { font-weight: 600; }
.legend { font-weight: 400; margin-left: 1rem; } .legend span { margin-right: .8rem; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--quiet); font-size: 11px; }
.grid { stroke: var(--rule); stroke-width: 1; } .line { fill: none; stroke-width: 1.6; }
.line.dashed { stroke-dasharray: 5 4; }
.outside { fill: var(--box); } .blocked { fill: var(--red); opacity: .18; } .outage { fill: var(--amber); opacity: .18; }
.line.s1 { stroke: var(--s1); } .line.s2 { stroke: var(--s2); } .line.s3 { stroke: var(--s3); } .line.s4 { stroke: var(--s4); }
.legend .s1 { color: var(--s1); } .legend .s2 { color: var(--s2); } .legend .s3 { color: var(--s3); }
.legend .s4 { color: var(--s4); }
@media print {
  :root { --ground: #fff; --text: #000; --quiet: #444; --rule: #bbb; --box: #f3f3f3; --green: #1a7f42; --red: #b3261e;
    --amber: #8a5a00; --blue: #1f5fbf; --s1: #6b7280; --s2: #1f5fbf; --s3: #c2571a; --s4: #7b3fb5; }
  body { max-width: none; padding: 0; font-size: 11px; }
  .card, figure, tr { break-inside: avoid; } details { display: none; } .wide { overflow: visible; }
  pre { white-space: pre-wrap; }
}
)css";
}

}  // namespace amqpace::report
