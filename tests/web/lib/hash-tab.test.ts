import { describe, expect, test } from 'vitest'
import { chosenTab, parseHash } from '#web/lib/hash-tab.ts'

describe('the hash of an address', () => {
  test.each([
    ['#/sites', 'sites', []],
    ['/sites', 'sites', []],
    ['#/files/2026/may', 'files', ['2026', 'may']],
    ['#files', 'files', []],
    ['', '', []],
    ['#/', '', []],
  ])('[PAGE-02] %j names the tab %j with segments %j', (hash, tab, segments) => {
    expect(parseHash(hash)).toEqual({ tab, segments })
  })

  test('[PAGE-05] without a hash the first tab is chosen', () => {
    expect(chosenTab(['clients', 'sites'], '')).toBe('clients')
  })

  test('a tab that is not there leads to the first one (D-75)', () => {
    expect(chosenTab(['clients', 'sites'], '#/invoices')).toBe('clients')
  })

  test('[STATE-33] the tab that is named is chosen', () => {
    expect(chosenTab(['clients', 'sites'], '#/sites/7')).toBe('sites')
  })
})
