import t from 'tap'
import { purifyHtml } from '../../files/html/purify.js'
import { purifyStyle } from '../../files/html/style.js'
import { textOfHtml } from '../../files/html/text.js'

const purified: Record<string, Array<[html: string, expected: string]>> = {
  'what the reference was seen to make of it': [
    [
      '<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">link</a> <strong>bold</strong></p>',
      '<p>Hello <a>link</a> <strong>bold</strong></p>'
    ],
    ['<p>Changed</p>', '<p>Changed</p>'],
    ["<p>Winter O'Brien Cafe</p>", "<p>Winter O'Brien Cafe</p>"],
    ['<p>100% cotton 日本 café</p>', '<p>100% cotton 日本 café</p>']
  ],
  'elements are closed, as in XHTML': [
    ['a<br>b<hr>', 'a<br />b<hr />'],
    ['<p>one<p>two', '<p>one</p><p>two</p>'],
    ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['<b><i>x', '<b><i>x</i></b>'],
    ['x</div>', 'x']
  ],
  'characters are written as themselves, but for three': [
    ['a & b', 'a &amp; b'],
    ['1 < 2 > 0', '1 &lt; 2 &gt; 0'],
    ['&eacute;&nbsp;&quot;&copy;', 'é\u00A0"©'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree']
  ],
  'what runs goes with what it holds': [
    ['a<script>alert(1)</script>b', 'ab'],
    ['a<style>p{}</style>b', 'ab'],
    ['a<!-- comment -->b', 'ab'],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<math><mtext></p><img src=x onerror=alert(1)>', '<p></p><img src="x" alt="x" />']
  ],
  'of other elements the text stays': [
    ['<section><figure>x</figure></section>', 'x'],
    ['<video controls>no video</video>', 'no video'],
    ['<iframe src="https://example.org">y</iframe>', 'y'],
    ['<form action="/"><input name="a">z</form>', 'z'],
    ['<object data="x"><embed src="y">t</object>', 't'],
    ['<textarea>text</textarea>', 'text'],
    ['<a2>unknown</a2>', 'unknown']
  ],
  'attributes that could act, or name, are dropped': [
    ['<p id="a" name="b" data-x="c" onmouseover="d" class="e" title="f">x</p>', '<p class="e" title="f">x</p>'],
    [
      '<table border="1"><tr><td colspan="2" onclick="x">y</td></tr></table>',
      '<table border="1"><tr><td colspan="2">y</td></tr></table>'
    ],
    ['<p lang="fr">x</p>', '<p lang="fr" xml:lang="fr">x</p>'],
    ['<p title="&quot;>&lt;b">x</p>', '<p title="&quot;&gt;&lt;b">x</p>']
  ],
  'pictures have a text, and an address of the web': [
    ['<img src="/a/photo.jpg?x=1">', '<img src="/a/photo.jpg?x=1" alt="photo.jpg" />'],
    ['<img src="a.jpg" alt="">', '<img src="a.jpg" alt="" />'],
    ['x<img src="data:image/png;base64,AAAA">', 'x'],
    ['x<img src="javascript:alert(1)">', 'x'],
    ['x<img alt="no address">', 'x']
  ],
  'links go where links may go': [
    ['<a href="https://example.org/?a=1&amp;b=2">x</a>', '<a href="https://example.org/?a=1&amp;b=2">x</a>'],
    ['<a href="mailto:a@example.org">x</a>', '<a href="mailto:a@example.org">x</a>'],
    ['<a href="tel:+49">x</a>', '<a href="tel:+49">x</a>'],
    ['<a href="news:comp">x</a>', '<a href="news:comp">x</a>'],
    ['<a href="../relative#part">x</a>', '<a href="../relative#part">x</a>'],
    ['<a href="JaVaScRiPt:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<a href="vbscript:x">x</a>', '<a>x</a>']
  ],
  'a link to a new window says nothing of where it came from': [
    ['<a href="x" target="_blank" rel="nofollow">x</a>', '<a href="x" target="_blank" rel="noreferrer noopener">x</a>'],
    ['<a href="x" target="_top" rel="nofollow">x</a>', '<a href="x">x</a>']
  ],
  'style is filtered': [
    ['<p style="color:red; position:fixed">x</p>', '<p style="color:#FF0000;">x</p>'],
    ['<p style="position:fixed">x</p>', '<p>x</p>']
  ]
}

for (const [what, cases] of Object.entries(purified)) {
  t.test(what, async (t) => {
    for (const [html, expected] of cases) t.equal(purifyHtml(html), expected, JSON.stringify(html))
  })
}

t.test('purified HTML stays as it is when purified again', async (t) => {
  for (const [html] of Object.values(purified).flat()) {
    const once = purifyHtml(html)
    t.equal(purifyHtml(once), once, JSON.stringify(html))
  }
})

t.test('harmless declarations of a style remain', async (t) => {
  t.equal(purifyStyle('color: Red'), 'color:#FF0000;')
  t.equal(purifyStyle('COLOR: #abc; Text-Align:center'), 'color:#abc;text-align:center;')
  t.equal(purifyStyle('margin: 0 auto; padding:1.5em 2px'), 'margin:0 auto;padding:1.5em 2px;')
  t.equal(
    purifyStyle('border: 1px solid #333; font-family: "Times New Roman", serif'),
    'border:1px solid #333;font-family:"Times New Roman", serif;'
  )
  t.equal(purifyStyle('font-weight:bold;font-size:120%'), 'font-weight:bold;font-size:120%;')
  for (const style of [
    'background:url(javascript:alert(1))', 'background-image:url(x)', 'width:expression(alert(1))',
    'behavior:url(x)', 'color:red}body{x', 'position:fixed', 'display:none', 'color:\\72 ed', 'font-family:"a;b"',
    '', 'color', ':red', '-moz-binding:url(x)', 'top:0'
  ]) t.equal(purifyStyle(style), null, style)
})

t.test('the text of HTML is what people read', async (t) => {
  t.equal(textOfHtml('<p>the Map Map</p>'), 'the Map Map')
  t.equal(textOfHtml('<p>one</p><p><b>tw</b>o<br />three</p>'), 'one two three')
  t.equal(textOfHtml('a &amp;lt; b &lt; c'), 'a &lt; b < c')
})

t.test('HTML that would delay other requests is refused, with the reason', async (t) => {
  const refused: Record<string, string> = {
    'nests deeper than 256 elements': '<div>'.repeat(40_000),
    'more than 1048576 characters': 'x'.repeat(1_048_577),
    'more than 50000 tags and entities': '&'.repeat(50_001),
    'more than 25000 elements and attributes': '<br>'.repeat(25_001)
  }
  for (const [reason, html] of Object.entries(refused)) {
    t.throws(() => purifyHtml(html), { name: 'IngestError', errors: { html: { 0: new RegExp(reason) } } }, reason)
  }
  const attributes = Array.from({ length: 50_001 }, (_, at) => `a${at}`).join(' ')
  t.throws(() => purifyHtml(`<p ${attributes}>x</p>`), { message: /more than 25000 elements and attributes/ })
})

t.test('HTML just below that is purified', async (t) => {
  t.equal(purifyHtml(`${'<div>'.repeat(256)}x`), `${'<div>'.repeat(256)}x${'</div>'.repeat(256)}`)
  t.equal(purifyHtml('<br>'.repeat(25_000)), '<br />'.repeat(25_000))
  t.equal(purifyHtml('<'.repeat(50_000)), '&lt;'.repeat(50_000))
  // Closed by the parser as they come, so they are not inside each other.
  t.equal(purifyHtml('<p>x'.repeat(1000)), '<p>x</p>'.repeat(1000))
})

t.test('many pictures without an address go, after any text', async (t) => {
  const text = 'x'.repeat(500_000)
  t.equal(purifyHtml(text + '<img><img src="data:x">'.repeat(8000)), text)
  t.equal(purifyHtml('<img alt=" src=&quot;a"><img src="b" alt="">'), '<img src="b" alt="" />')
})

t.test('a hostile style is read in a moment', async (t) => {
  t.equal(purifyStyle(`font-family:${'a '.repeat(40)};`), `font-family:${'a '.repeat(40).trim()};`)
  t.equal(purifyStyle(`font-family:${'a '.repeat(60)}!`), null)
  t.equal(purifyStyle(`font-family:${' , '.repeat(100_000)}`), null)
  t.equal(purifyStyle(`color:red;${'/*'.repeat(200_000)}`), 'color:#FF0000;')
  t.equal(purifyStyle('color:/* not; */red;/* margin:0'), 'color:#FF0000;')
  t.equal(purifyStyle(`color:${'red '.repeat(1000)}`), null)
})

t.test('the text of what is hardly HTML is found in a moment', async (t) => {
  t.equal(textOfHtml(`a${'<'.repeat(300_000)}`), `a${'<'.repeat(300_000)}`)
  t.equal(textOfHtml(`${'<br '.repeat(100_000)}>`).length, 99_999 * 4 - 1)
})
