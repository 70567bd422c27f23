import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Icon, type IconName } from '#web/components/icon.tsx'

export type RecordAction = {
  label: string
  icon: IconName
  onClick: () => void
  danger?: boolean
  /** The key of a focused row that does the same. */
  key?: 'edit' | 'delete'
}

type Props = {
  actions: readonly RecordAction[]
  /** Returns the focus to the button; a dialog that follows returns it there when it closes. */
  onLeave: () => void
  children: ReactNode
}

/** The actions of a record's menu, open as soon as the component has loaded. */
const RecordMenuItems = ({ actions, onLeave, children }: Props) => {
  const [opened, setOpened] = useState(true)
  // Whoever goes from landmark to landmark finds it where its record is.
  const [place] = useState(() => document.getElementById('main') ?? document.body)
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
      portalProps={{ target: place }}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, onClick, danger }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon name={icon} />}
            {...(danger ? { c: 'var(--mantine-color-error)' } : {})}
            onClick={() => {
              onLeave()
              onClick()
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export default RecordMenuItems
