import { sortKey } from '../../../db/keys/collation/index.js'
import { sitePage } from '../../../db/tables/index.js'
import { now } from '../../core/answers/dates.js'
import type { WriteContext } from '../definition/read-context.js'
import { insertRow } from '../shared/writing/table-rows.js'
import { saveBlocks } from './site-pages/page-blocks.js'

/** Sample text with all kinds of formatting, as in the reference application. */
const TEXT_SAMPLES = [
  '    <p>Welcome to your new site. This is an example page.</p>',
  '    <ul>',
  '        <li>This is a bullet list.</li>',
  '        <li>Second entry.</li>',
  '    </ul>',
  '    <p>Back to normal again.</p>',
  '    <ol>',
  '        <li>This is an ordered list.</li>',
  '        <li>Second entry.</li>',
  '    </ol>',
  '    <p>Back to normal again.</p>',
  '    <blockquote>This is a blockquote.</blockquote>',
  '    <p>Back to normal again.</p>',
  '    <div><a href="#">This text is a link, which currently points to nothing.</a></div>',
  '    <p><strong>This text is bold, in a &lt;strong&gt; tag.</strong></p>',
  '    <p><em>This text is italicized, in an &lt;em&gt; tag.</em></p>',
  '    <p><u>This text is underlined, in a &lt;u&gt; tag.</u></p>',
  '    <p><s>This text has a strikethrough, in a &lt;s&gt; tag.</s></p>',
  '    <p>This text is <sub>subscript</sub> and <sup>superscript</sup> using &lt;sub&gt; and &lt;sup&gt;, which can be used for adding notes and citations.</p>',
  '    <hr />',
  '    <h1>This is an H1 title. It is bigger than the Page Title, which is rendered in H2.</h1>',
  '    <h2>This is an H2 header, the same size as the Page Title.</h2>',
  '    <h3>This is an H3 subheader.</h3>',
  '    <h4>This is an H4 subheader.</h4>',
  '    <h5>This is an H5 subheader.</h5>',
  '    <h6>This is an H6 subheader.</h6>'
].join('\n')

const STYLE_SAMPLES = [
  '    <h2 style="font-style:italic;">This is the "Italic Title" block style.</h2>',
  '    <h3 style="color:#aaaaaa;font-style:italic;">This is the "Subtitle" block style.</h3>',
  '    <div style="background:#eeeeee;border:1px solid #cccccc;padding:5px 10px;">This is the "Special Container" block style.</div>',
  '    <p><span class="marker">This is the "Marker" inline style. </span></p>',
  '    <p><small>This text is inside a "small" inline style.</small> This is normal text.</p>',
  '    <p><code>This is the "Computer Code" inline style.</code></p>',
  '    <p><span dir="rtl" lang="ar" xml:lang="ar">لكن لا بد أن أوضح لك أن كل هذه الأفكار المغلوطة حول استنكار النشوة وتمجيد الألم يعرض هذا النص من اليمين إلى اليسار.</span></p>'
].join('\n')

const SLUG = 'welcome'
const TITLE = 'Welcome'
const plain = { layoutData: null, attachments: [] }

/** The first page of every new site (docs/contract/admin-resources.md §6.1). */
export async function addWelcomePage (context: WriteContext, siteId: number): Promise<void> {
  const created = now()
  const id = await insertRow(context, sitePage, {
    siteId,
    slug: SLUG,
    slugKey: sortKey(SLUG),
    title: TITLE,
    titleKey: sortKey(TITLE),
    isPublic: true,
    created,
    modified: created
  })
  await saveBlocks(context, id, [
    { layout: 'html', data: { html: TEXT_SAMPLES }, ...plain },
    { layout: 'lineBreak', data: { break_type: 'opaque' }, ...plain },
    { layout: 'html', data: { html: STYLE_SAMPLES }, ...plain }
  ])
}
