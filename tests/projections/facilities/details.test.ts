import { expect, test } from 'vitest'
import { facilities } from '#projections/facilities/facilities.ts'
import { categoryDetails } from '#schemas/details/category.ts'
import { clientDetails } from '#schemas/details/client.ts'
import { documentDetails } from '#schemas/details/document.ts'
import { fileDetails } from '#schemas/details/file.ts'
import { siteDetails } from '#schemas/details/site.ts'
import { visitDetails } from '#schemas/details/visit.ts'
import { projected } from '#tests/support/read-models.ts'

const nouns = {
  clients: clientDetails,
  sites: siteDetails,
  visits: visitDetails,
  files: fileDetails,
  documents: documentDetails,
  categories: categoryDetails,
}

test.each(Object.entries(nouns))('%s have a column for each of their details', (table, { recorded }) => {
  const db = projected(facilities, [])
  const columns = db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name)

  expect(columns).toEqual(expect.arrayContaining(Object.keys(recorded)))
})
