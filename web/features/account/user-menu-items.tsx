import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { keysShown, keysShownAtom } from '#web/components/keys-shown.ts'
import styles from '#web/features/account/user-menu.module.css'
import { useUser } from '#web/lib/session.ts'
import { useOtherScheme } from '#web/lib/use-other-scheme.ts'
import { useSignOut } from '#web/lib/use-sign-out.ts'

type Props = { name: string; email: string; children: ReactNode }

/** The items of the user menu, open as soon as the component has loaded. */
const UserMenuItems = ({ name, email, children }: Props) => {
  const [opened, setOpened] = useState(true)
  const navigate = useNavigate()
  const leave = useSignOut()
  const { operator } = useUser()
  const showKeys = useSetAtom(keysShownAtom)
  const { other, switchOver } = useOtherScheme()
  // On a phone the header has no room for a separate button.
  const onPhone = window.matchMedia('(max-width: 47.99em)').matches
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={240}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="md" fw={550} c="var(--mantine-color-text)" className={styles.whose ?? ''}>
            {name}
          </Text>
          <Text size="sm" c="dimmed" className={styles.whose ?? ''}>
            {email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate({ to: '/settings' })}>Your settings</Menu.Item>
        {operator && <Menu.Item onClick={() => void navigate({ to: '/spark/kiosk' })}>Kiosk</Menu.Item>}
        {!onPhone && <Menu.Item onClick={() => showKeys(keysShown)}>Keyboard shortcuts</Menu.Item>}
        {onPhone && <Menu.Item onClick={switchOver}>Switch to {other} colours</Menu.Item>}
        <Menu.Item onClick={() => leave.mutate()} disabled={leave.isPending}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export default UserMenuItems
