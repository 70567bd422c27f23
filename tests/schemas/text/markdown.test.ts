import { describe, expect, test } from 'vitest'
import { plainMarkdown } from '#schemas/details/announcement.ts'

describe('Markdown at the door', () => {
  test.each([
    ['Hello <script>alert(1)</script>', 'Hello alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<scr<b>ipt>alert(1)</scr</b>ipt>', 'ipt>alert(1)ipt>'],
    ['<svg/onload=alert(1)', ''],
    ['[click](javascript:alert(1)', '[click](#)'],
    ['[click](JavaScript:void(0))', '[click](#))'],
    ['[click]( <data:text/html,x>)', '[click]( )'],
  ])('%s becomes %s', (written, kept) => {
    expect(plainMarkdown(written)).toBe(kept)
  })

  test.each([
    '**bold** and `code`',
    '1 < 2 and 3 > 2',
    '[docs](https://example.com/a)',
    '<https://example.com>',
    '> quote',
  ])('%s stays as it is', (written) => {
    expect(plainMarkdown(written)).toBe(written)
  })
})
