import { describe, expect, test } from 'vitest'
import { vatNumberIn } from '#api/adapters/vat-numbers.ts'

describe('a VAT number', () => {
  test.each([
    ['GB980780684', 'GB'],
    ['XI 980 780 684', 'GB'],
    ['EL094259216', 'GR'],
    ['de 136 695 976', 'DE'],
    ['FR40303265045', 'FR'],
    ['IE6388047V', 'IE'],
    ['NL004495445B01', 'NL'],
    ['ATU13585627', 'AT'],
    ['IT00743110157', 'IT'],
    ['ESA28015865', 'ES'],
    ['BE0411905847', 'BE'],
    ['PL5260001246', 'PL'],
    ['SE556188840401', 'SE'],
  ])('%s is one of %s', (text, country) => {
    expect(vatNumberIn(text)).toEqual({ number: text.replaceAll(' ', '').toUpperCase(), country })
  })

  test.each([
    ['', 'nothing'],
    ['GR094259216', 'Greek numbers begin with EL'],
    ['DE136695977', 'a wrong check digit'],
    ['980780684', 'no country'],
    ['CHE-109.322.551', 'Switzerland collects no European VAT'],
    ['EU372022452', 'not a country'],
    ['GB9807806841234567890', 'too long'],
  ])('%j is none: %s', (text) => {
    expect(vatNumberIn(text)).toBeUndefined()
  })
})
