import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { AddButton } from '#web/components/add-button.tsx'
import { Panel } from '#web/components/panel.tsx'

const opened = (dialog = false) =>
  renderApp(
    <>
      <AddButton noun="site" />
      <Panel title="Add a Site">
        <input type="file" aria-label="Plan" />
        <input aria-label="Name" />
      </Panel>
      {dialog && <div role="dialog" />}
    </>,
  )

test('the button and the key n go to the first field of the form below the list', async () => {
  const screen = await opened()
  const name = screen.getByLabelText('Name')

  await screen.getByRole('button', { name: 'Add a site' }).click()
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('n')
  await expect.element(name).toHaveValue('n')

  name.element().blur()
  await userEvent.keyboard('n')
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveValue('n')
})

test('the key n does nothing beside an open dialog', async () => {
  const screen = await opened(true)

  await userEvent.keyboard('n')

  await expect.element(screen.getByLabelText('Name')).not.toHaveFocus()
})

test('where there is a camera, the button goes to it', async () => {
  const screen = await renderApp(
    <>
      <AddButton noun="file" />
      <Panel title="Add a Document">
        <button type="button" data-camera>
          Take a photo
        </button>
        <input aria-label="Display Name" />
      </Panel>
    </>,
  )

  await screen.getByRole('button', { name: 'Add a file' }).click()
  await expect.element(screen.getByRole('button', { name: 'Take a photo' })).toHaveFocus()
})
