import { describe, expect, test } from 'vitest';
import { markdownOfHtml } from './markdown-of-html.ts';

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm} --></style><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=EN-US><!--StartFragment--><h1>Before you start<o:p></o:p></h1>
<p class=MsoNormal>Please bring <b style='mso-bidi-font-weight:normal'>your own laptop</b>, and read <i>all</i> of <a
href="https://example.org/guide(2)">our guide</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>A charger<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span>With its cable<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>A <b>pen</b><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Sign in<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`;

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:700;">Week one</span></h2>
<p dir="ltr"><span style="font-weight:400;">Meet </span><span style="font-weight:700;">everybody </span><span style="font-weight:400;font-style:italic;">on time</span><span>: </span><a href="https://example.org/call" style="text-decoration:none;"><span style="color:#1155cc;">the call</span></a></p>
<ul style="margin:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Monday</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>Morning</span></p></li></ul><li dir="ltr"><p dir="ltr"><span>Tuesday</span></p></li></ul>
<ol><li><p><span>First</span></p></li><li><p><span>Second</span></p></li></ol></b><br class="Apple-interchange-newline">`;

const OUTLOOK = `<html><body><div class="elementToProof" style="font-family:Aptos"><b>Dear applicant,</b></div><div><br></div>
<div>see you <span style="font-weight:bold">on Monday</span>.</div><ul data-editing-info="{}"><li><div role="presentation">Room 4</div></li><li><div>9:00</div></li></ul>
<table><tr><td>A</td><td>B</td></tr></table></body></html>`;

describe('the clipboard of', () => {
  test('Word keeps headings, bold, italics, links and lists', () => {
    expect(markdownOfHtml(WORD)).toBe(
      [
        ...['# Before you start', ''],
        ...['Please bring **your own laptop**, and read *all* of [our guide](https://example.org/guide%282%29).', ''],
        ...['- A charger', '   - With its cable', '- A **pen**', '1. Sign in'],
      ].join('\n'),
    );
  });

  test('Google Docs is not all bold', () => {
    expect(markdownOfHtml(DOCS)).toBe(
      [
        ...['## Week one', '', 'Meet **everybody** *on time*: [the call](https://example.org/call)', ''],
        ...['- Monday', '  - Morning', '- Tuesday', '', '1. First', '2. Second'],
      ].join('\n'),
    );
  });

  test('Outlook keeps its lines, and a table its words', () => {
    expect(markdownOfHtml(OUTLOOK)).toBe(
      ['**Dear applicant,**', '', 'see you **on Monday**.', '', '- Room 4', '- 9:00', '', 'A', '', 'B'].join('\n'),
    );
  });
});

test('what could act is left out, and what reads like markdown stays as it reads', () => {
  const hostile = `<p onclick="x()">1 * 2 * 3 <script>alert(1)</script><a href="javascript:alert(1)">here</a><img src=x onerror=alert(1)>
    <iframe srcdoc="<script>1</script>"></iframe><a href=" https://example.org/ok ">ok</a> &lt;b&gt;</p>`;
  expect(markdownOfHtml(hostile)).toBe('1 \\* 2 \\* 3 here [ok](https://example.org/ok) <b>');
});
