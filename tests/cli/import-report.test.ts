import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openReport } from '#cli/commands/import-report.ts'
import type { ImportVerdict } from '#schemas/resources/imports.ts'
import { sharedFolder } from '#tests/support/folders.ts'

const folder = sharedFolder()

const refused = (row: number, cells: Record<string, string>): ImportVerdict => ({
  row,
  external_id: null,
  verdict: 'refused',
  id: null,
  errors: { name: ['It is missing.'] },
  cells,
})

it('a report has the columns of all refused rows, whichever the first one has, and no formula', async () => {
  const path = join(folder, 'refused.csv')
  const report = await openReport(path)
  await report.add(refused(1, { ref: 'A' }))
  await report.add(refused(4, { ref: '=1+1', postcode: 'SE1 2AA' }))
  await report.end()

  expect((await readFile(path, 'utf8')).replace('\ufeff', '')).toBe(
    "ref,postcode,row,message\r\nA,,1,It is missing.\r\n'=1+1,SE1 2AA,4,It is missing.\r\n",
  )
})

it('a report of no refused row is removed', async () => {
  const report = await openReport(join(folder, 'nothing.csv'))
  await report.end()

  expect(await readdir(folder)).not.toContain('nothing.csv')
})
