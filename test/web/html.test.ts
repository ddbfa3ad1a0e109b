import t from 'tap'
import { html } from '../../web/html.js'

t.test('everything is text unless it is HTML', async (t) => {
  const text = '<b a="1" c=\'2\'>&'
  t.equal(
    html`<p title="${text}">${text}</p>`.text,
    '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>'
  )
  t.equal(html`<ul>${['<', html`<li>`, 3]}</ul>`.text, '<ul>&lt;<li>3</ul>')
  t.equal(html`${{ text: '<b>' } as never}`.text, '[object Object]', 'what looks like HTML is none')
})

t.test('nothing is shown of nothing, zero is something', async (t) => {
  t.equal(html`${null}${undefined}${false}${[]}${0}${''}`.text, '0')
})
