import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { randomFrom } from '#tests/support/random.ts'

const clients = [
  'Northgate',
  'Harbour Estates',
  'Dockside',
  'Acme Facilities',
  'Büro & Söhne',
  'Mill Lane Trust',
  'St. Anne’s School',
  'Kingsway',
  'Riverside Housing',
  'Old Town Hall',
  'Société Générale',
  'Zenith',
]
const houses = ['Quay House', 'Tower', 'Annexe', 'Depot', 'Hall', 'Lodge', 'Works', 'Library']
const folders = ['Fire safety/Alarms', 'Fire safety/Extinguishers', 'Gas', 'Lifts', 'Legionella', 'Electrical', '']
const kinds = ['Certificate', 'Report', 'Inspection', 'Photo', 'Invoice copy', 'Remedial works']

const two = (number: number): string => String(number).padStart(2, '0')

/** Days as the people of one share have written them over the years. */
const dates = [
  (y: number, m: number, d: number) => `${y}-${two(m)}-${two(d)} `,
  (y: number, m: number, d: number) => `${two(d)}.${two(m)}.${y} `,
  (y: number, m: number, d: number) => `${y}${two(m)}${two(d)} `,
  (y: number) => `${y} `,
  () => '',
]

/** Writes a share of 12 clients, 90 sites and so many files, with the usual dirt; the same for the same seed. */
export const makeShare = (
  root: string,
  files: number,
  bytesEach = 60_000,
  seed = 36,
): { files: number; dirt: number } => {
  const next = randomFrom(seed)
  const one = <Each>(all: readonly Each[]): Each => all[Math.floor(next() * all.length)] as Each
  const write = (path: string, text: string, size: number): void => {
    const place = join(root, path)
    mkdirSync(dirname(place), { recursive: true })
    const bytes = Buffer.alloc(size, `${path}\n`)
    bytes.write(text, 'latin1')
    writeFileSync(place, bytes)
    const changed = new Date(
      Date.UTC(2020 + Math.floor(next() * 6), Math.floor(next() * 12), 1 + Math.floor(next() * 28), 12),
    )
    utimesSync(place, changed, changed)
  }
  const sites = Array.from(
    { length: 90 },
    (_, index) => `${clients[index % 12]}/${houses[Math.floor(index / 12)]} ${1 + (index % 5)}`,
  )
  let dirt = 0
  for (let file = 0; file < files; file += 1) {
    const folder = one(folders)
    const day = one(dates)(2019 + Math.floor(next() * 7), 1 + Math.floor(next() * 12), 1 + Math.floor(next() * 28))
    const site = file < sites.length ? sites[file] : one(sites)
    // Who types does not always type the same.
    const typed = next() < 0.05 ? site?.toUpperCase() : site
    write(`${typed}/${folder === '' ? '' : `${folder}/`}${day}${one(kinds)} ${file}.pdf`, '%PDF-1.7\n', bytesEach)
    if (next() < 0.02) {
      dirt += 1
      const [name, text] = one([
        ['Thumbs.db', 'x'],
        ['~$Report.docx', 'x'],
        ['.DS_Store', 'x'],
        ['Minutes.docx', 'PK'],
        ['2025-02-30 Report.pdf', '%PDF-1.7\n'],
        ['Copy of a page.pdf', '<html>'],
      ])
      write(`${site}/${name}`, text, 200)
    }
  }
  for (const name of ['Read me first.txt', 'Phone list.xlsx']) write(name, 'x', 100)
  return { files, dirt: dirt + 2 }
}
