import { expect, test } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import ColumnChoice from '#web/components/list/column-choice.tsx'

const columns = [
  { name: 'postcode', label: 'Postcode' },
  { name: 'client_name', label: 'Client' },
]

test('a column is marked as it was pressed, before the account has answered', async () => {
  const hidden: string[][] = []
  const screen = await renderApp(
    <ColumnChoice
      columns={columns}
      shown={['name', 'postcode', 'client_name']}
      onHidden={(names) => hidden.push(names)}
    />,
  )
  await screen.getByRole('button', { name: 'Columns' }).click()
  const mark = (name: string) => screen.getByRole('checkbox', { name })

  await mark('Client').click()
  await expect.element(mark('Client')).not.toBeChecked()
  await mark('Postcode').click()
  await expect.element(mark('Postcode')).not.toBeChecked()
  await mark('Client').click()
  await expect.element(mark('Client')).toBeChecked()

  expect(hidden).toEqual([['client_name'], ['postcode', 'client_name'], ['postcode']])
})
