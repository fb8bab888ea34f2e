"""The style sheet of the page: light and dark, from a phone to a wall."""

from __future__ import annotations

PAGE_STYLE = """
:root{--back:#f1efe8;--card:#fff;--ink:#14202b;--soft:#4a5864;--line:#d8d4c8;--accent:#1f5fa8;--best:#dcebfa}
@media (prefers-color-scheme:dark){
:root{--back:#0f1317;--card:#171c22;--ink:#eef2f5;--soft:#a9b4be;--line:#323b45;--accent:#6fb1f2;--best:#1d3a57}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif}
header,main,footer{max-width:1700px;margin:0 auto;padding:0 20px}
header{padding-top:28px}
h1{font-size:clamp(1.5rem,4vw,2.2rem);line-height:1.2;margin:0}
header p{margin:.3em 0 0;color:var(--soft)}
section{margin:28px 0}
h2{font-size:1.2rem;margin:0 0 10px}
.ranking{list-style:none;margin:0;padding:0;max-width:820px}
.ranking li{display:grid;grid-template-columns:2.2em minmax(6em,12em) 1fr 7.2em;gap:12px;align-items:center;
padding:8px 14px;background:var(--card);border:1px solid var(--line);border-radius:8px;margin-bottom:6px}
.ranking .place{font-weight:700;font-size:1.15rem;color:var(--soft)}
.ranking .first{border:2px solid var(--accent)}
.ranking .first .place,.ranking .first .who{color:var(--accent);font-weight:700}
.ranking .note{display:block;font-size:.8rem;font-weight:400;color:var(--soft)}
.ranking .bar{height:12px;background:var(--back);border-radius:6px;overflow:hidden}
.ranking .bar i{display:block;height:100%;background:var(--accent)}
.ranking b{font-size:1.15rem;white-space:nowrap;text-align:right}
.ranking small{font-weight:400;color:var(--soft)}
.wide{overflow-x:auto;border-radius:8px}
.wide:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;background:var(--card);font-size:.92rem}
th,td{padding:5px 12px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
thead th{border-bottom:2px solid var(--line)}
tbody tr:last-child>*{border-bottom:0}
.scores td,.scores thead th:not(:first-child){text-align:right;font-variant-numeric:tabular-nums}
.scores th:first-child{position:sticky;left:0;background:var(--card)}
.scores tbody th{font-weight:400}
.scores .best{background:var(--best);font-weight:700}
.scores .none{color:var(--soft)}
.scores tfoot>*>*{border-top:2px solid var(--line);border-bottom:0;font-weight:700}
.figures{display:grid;
grid-template-columns:repeat(auto-fit,minmax(min(100%,700px),1fr));gap:20px;align-items:start}
figure{margin:0;min-width:0;
background:var(--card);border:1px solid var(--line);border-radius:10px;padding:8px}
figure svg{display:block;width:100%;height:auto;margin:0 auto;
min-width:calc(var(--natural)*.72);max-width:calc(var(--natural)*1.25)}
figcaption{display:flex;
justify-content:space-between;gap:12px;padding:2px 8px 8px;font-size:1.08rem;font-weight:600}
figure p{margin:0;padding:0 8px 6px;color:var(--soft)}
details{margin-top:8px;background:var(--card);border-radius:8px}
section>details{border:1px solid var(--line);margin-top:6px}
summary{cursor:pointer;padding:9px 14px;font-weight:600}
summary:focus-visible{outline:3px solid var(--accent);outline-offset:-3px;border-radius:8px}
details table{width:100%}
.log .amount{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;font-weight:600}
code{font:0.86em ui-monospace,Menlo,Consolas,monospace;color:var(--soft);white-space:nowrap}
footer{padding-bottom:32px;color:var(--soft);font-size:.88rem}
dl{display:flex;flex-wrap:wrap;gap:4px 26px;margin:0}
dt{display:inline}dt:after{content:": "}dd{display:inline;margin:0;color:var(--ink)}
@media (max-width:560px){
header,main,footer{padding-left:12px;padding-right:12px}
.ranking li{grid-template-columns:1.6em 1fr auto}
.ranking .bar{grid-column:1/-1;grid-row:2}
th,td{padding:5px 8px}}
@media print{body{background:#fff}figure{break-inside:avoid}}
""".strip()
