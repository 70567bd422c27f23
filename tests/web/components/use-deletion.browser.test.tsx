import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { deleteClient, listClients } from '#schemas/resources/clients.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { useDeletion } from '#web/components/record/record-dialogs.tsx'
import { offerQuery } from '#web/lib/queries.ts'

const api = fakeApi()
const ann = { id: 'a', name: 'Ann' }
const bob = { id: 'b', name: 'Bob' }

const Clients = () => {
  const { data } = useQuery(offerQuery(listClients))
  const remove = useDeletion(deleteClient, 'clients')
  return (
    <>
      <ul>
        {data?.rows.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <ConfirmDialog
        title="Delete Client"
        question="Sure?"
        answers={['No', 'Yes']}
        opened
        onClose={() => undefined}
        onYes={() => remove(ann)}
      />
      <Announcements />
    </>
  )
}

/** A server with two clients, whose delete waits until it is told how to end, and whose Undo may not arrive at first. */
const givenClients = (undoFails = false) => {
  let rows = [ann, bob]
  let fails = undoFails
  api.on('GET /api/clients?limit=200', () => ({ body: rows }))
  const { promise, resolve } = Promise.withResolvers<{
    status: number
    body?: unknown
    headers?: Record<string, string>
  }>()
  api.on('DELETE /api/client/a', async () => {
    const answer = await promise
    if (answer.status === 204) rows = [bob]
    return answer
  })
  api.on('POST /api/trash/t1/restore', () => {
    if (fails) {
      fails = false
      throw new TypeError('Failed to fetch')
    }
    rows = [ann, bob]
    return { body: {} }
  })
  return resolve
}

const open = async () => {
  const screen = await renderApp(<Clients />)
  await expect.element(screen.getByText('Ann', { exact: true })).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Yes' }).click()
  return { screen, row: screen.getByText('Ann', { exact: true }) }
}

test('a deleted record leaves its list at once, and Undo brings it back', async () => {
  const answer = givenClients()
  const { screen, row } = await open()

  await expect.element(row).not.toBeInTheDocument()
  answer({ status: 204, headers: { 'x-trash-id': 't1' } })
  await screen.getByRole('button', { name: 'Undo' }).click()

  await expect.element(row).toBeInTheDocument()
  await expect.element(screen.getByText('Ann has been restored.')).toBeInTheDocument()
})

test('an Undo that does not arrive says so, and is tried again', async () => {
  const answer = givenClients(true)
  const { screen, row } = await open()
  answer({ status: 204, headers: { 'x-trash-id': 't1' } })
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByRole('alert').getByText('Network Error')).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()

  await expect.element(row).toBeInTheDocument()
})

test('a delete that is refused puts the record back and says why', async () => {
  const answer = givenClients()
  const { screen, row } = await open()

  await expect.element(row).not.toBeInTheDocument()
  answer({ status: 403, body: { message: 'You may not.' } })

  await expect.element(row).toBeInTheDocument()
  await expect.element(screen.getByText('You may not.')).toBeVisible()
})
