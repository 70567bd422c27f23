import { expect, test } from 'vitest'
import { headingOf } from '#web/features/imports/heading-of.ts'

const utf16 = (text: string) =>
  new Uint8Array(new Uint16Array([...`\ufeff${text}`].map((each) => each.charCodeAt(0))).buffer)

test.each([
  ['commas', 'Name,Ref\nAcme,1\n', ['Name', 'Ref']],
  ['semicolons, quotes and blank lines before', '\n;\n"Firma; alt";Straße\nA;B\n', ['Firma; alt', 'Straße']],
  ['a line that names the delimiter', 'sep=\t\nFirma\tOrt, Land\n', ['Firma', 'Ort, Land']],
  ['a byte order mark', '\ufeffName\nAcme\n', ['Name']],
  ['the bytes of an older spreadsheet', new Uint8Array([0x53, 0x74, 0x72, 0x61, 0xdf, 0x65, 0x0a]), ['Straße']],
  ['UTF-16', utf16('Ort;Größe\n'), ['Ort', 'Größe']],
  ['nothing', '', []],
])('the heading of a table with %s is read as the server reads it', async (_, content, heading) => {
  expect(await headingOf(new File([content], 'sites.csv'))).toEqual(heading)
})

test('a character that the read part cuts in two changes none before it', async () => {
  const text = `Straße,${'x'.repeat(64 * 1024 - 9)}ß\n`
  expect((await headingOf(new File([text], 'a.csv')))[0]).toBe('Straße')
})

test('lines of JSON have the keys of all that are read', async () => {
  const lines = '{"ref":1,"Firma":"A"}\n[1]\nnonsense\n{"Ort":"B","ref":2}\n{"cut'
  expect(await headingOf(new File([lines], 'A.NDJSON'))).toEqual(['ref', 'Firma', 'Ort'])
})
