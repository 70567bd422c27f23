import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu, type MenuItemProps } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { type SavedView, updateSavedView } from '#schemas/resources/saved-views.ts'
import { Icon } from '#web/components/icon.tsx'
import { shownColumns } from '#web/components/list/column.ts'
import styles from '#web/components/list/saved-views.module.css'
import type { SavedViewDialog, ViewedList } from '#web/components/list/viewed-list.ts'
import { DialogsOutlet, lazyDialogs, useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { useListView } from '#web/lib/list-view.ts'
import { isSame } from '#web/lib/merged.ts'
import { savedViewsQuery, useOpenedView } from '#web/lib/opened-view.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { type Arranged, addressOf, arrangedAt, isAlike } from '#web/lib/saved-views.ts'
import { useChanged } from '#web/lib/use-changed.ts'

/** The list as it is: its words, filters, order and look, and the columns that it shows; null for all of them. */
const useArranged = (kind: ArrangedKind, columns: ViewedList['columns']): Arranged => {
  const { address } = useListAddress()
  const { view } = useListView(kind)
  const shown = shownColumns(columns, view).map(({ name }) => name)
  return {
    ...arrangedAt(address, usePageHash()),
    look: view.as,
    columns: isSame(
      shown,
      shownColumns(columns, { hidden: [] }).map(({ name }) => name),
    )
      ? null
      : shown,
  }
}

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps> & { ref?: Ref<HTMLAnchorElement> }

/** An item of a menu that leads to a page of the app. */
const MenuLink = createLink((props: MenuItemProps & Native) => <Menu.Item component="a" {...props} />)

const savedViewDialogs = lazyDialogs<SavedViewDialog>(() => import('#web/components/list/saved-view-dialog.tsx'))

type Props = ViewedList & { opened: boolean; onOpened: (opened: boolean) => void; button: ReactNode }

type GroupProps = { label: string; views: readonly SavedView[]; openedId: string | undefined }

const Group = ({ label, views, openedId }: GroupProps) =>
  views.length > 0 && (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <MenuLink
          key={view.id}
          to="/dashboard"
          {...addressOf(view)}
          replace={false}
          aria-current={view.id === openedId ? 'true' : undefined}
          leftSection={<Icon name={view.id === openedId ? 'check' : 'bookmark'} />}
        >
          <span className={styles.name} dir="auto">
            {view.name}
          </span>
        </MenuLink>
      ))}
    </>
  )

/** The saved views of a list: to open one, to save the list as it is, and to change or delete the one that is open. */
const SavedViewsMenu = ({ kind, columns, opened, onOpened, button }: Props) => {
  const { data: all = [] } = useQuery(savedViewsQuery)
  const views = all.filter((each) => each.kind === kind)
  const { view } = useOpenedView(kind)
  const arranged = useArranged(kind, columns)
  const changed = useChanged(savedViewsQuery.queryKey)
  const show = useShowDialog(savedViewDialogs)
  const save = useMutation({
    mutationFn: async ({ id, name, shared, revision }: SavedView) => {
      const body = { name, shared, ...arranged }
      await callApi(updateSavedView, { params: { id }, body }, { ifMatch: revision })
      await changed(`${name} has been saved.`)
    },
    onError: announceFailure,
  })
  const mayChange = view?.may_change === true
  const isChanged = view !== null && !isAlike(arranged, view)
  return (
    <>
      <Menu
        opened={opened}
        onChange={onOpened}
        position="bottom-start"
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown className={styles.menu ?? ''}>
          <Group label="My views" views={views.filter(({ shared }) => !shared)} openedId={view?.id} />
          <Group label="Views of the team" views={views.filter(({ shared }) => shared)} openedId={view?.id} />
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => show({ kind: 'add', list: kind, arranged })}>
            Save as a new view
          </Menu.Item>
          {mayChange && isChanged && (
            <Menu.Item leftSection={<Icon name="check" />} onClick={() => save.mutate(view)}>
              Save changes to this view
            </Menu.Item>
          )}
          {mayChange && (
            <>
              <Menu.Item leftSection={<Icon name="edit" />} onClick={() => show({ kind: 'edit', view })}>
                Rename or share this view
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="trash" />}
                c="var(--mantine-color-error)"
                onClick={() => show({ kind: 'delete', view })}
              >
                Delete this view
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <DialogsOutlet dialogs={savedViewDialogs} />
    </>
  )
}

export default SavedViewsMenu
