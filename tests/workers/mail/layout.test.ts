import { describe, expect, test } from 'vitest'
import { layOut } from '#workers/mail/layout.ts'

const mail = {
  to: 'ann@example.com',
  subject: 'Join <us>',
  paragraphs: ['Hello <b>Ann</b> & all', 'Two\nlines'],
  facts: [['Total', '£22.80 <net>']],
  action: { text: 'Accept "now"', path: '/register?invitation=a&b=c' },
} as const

describe('the two bodies of a mail', () => {
  const { html, text } = layOut(mail, 'https://sites.example.com')

  test('escape text of users', () => {
    expect(html).toContain('Hello &lt;b&gt;Ann&lt;/b&gt; &amp; all')
    expect(html).toContain('<title>Join &lt;us&gt;</title>')
    expect(html).not.toContain('<b>')
    expect(html).toContain('£22.80 &lt;net&gt;')
    expect(text).toContain('Hello <b>Ann</b> & all\n\nTotal: £22.80 <net>\n\nTwo\nlines')
  })

  test('link only to this installation', () => {
    expect(html).toContain('href="https://sites.example.com/register?invitation=a&amp;b=c"')
    expect(text).toContain('Accept "now":\nhttps://sites.example.com/register?invitation=a&b=c')
  })
})
