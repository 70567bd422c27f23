import { afterEach, describe, expect, test, vi } from 'vitest'
import { money } from '#web/lib/settings.ts'

const given = (settings: Record<string, string>) =>
  vi.stubGlobal('document', {
    querySelector: (query: string) => ({ content: settings[/siteledger:([\w-]+)/.exec(query)?.[1] ?? ''] ?? '' }),
  })
afterEach(() => void vi.unstubAllGlobals())

describe('an amount of money', () => {
  test.each([
    [19, '£19.00'],
    [0.5, '£0.50'],
    [7.126, '£7.13'],
  ])('[CONST2-11] of %d is shown as %s', (amount, shown) => {
    given({})
    expect(money(amount)).toBe(shown)
  })

  test('[CONST2-11] has the configured symbol', () => {
    given({ 'currency-symbol': '€' })
    expect(money(19)).toBe('€19.00')
  })
})
