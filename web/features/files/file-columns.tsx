import { Anchor } from '@mantine/core'
import { typeName } from '#schemas/text/type-name.ts'
import { Expiry } from '#web/components/expiry.tsx'
import { TextLink } from '#web/components/links.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import type { GalleryFile } from '#web/features/files/files-scope.ts'
import { shortDate } from '#web/lib/dates.ts'
import { useCan } from '#web/lib/session.ts'

const FileName = ({ file }: { file: GalleryFile }) => {
  const show = useShowDialog(fileDialogs)
  return (
    <Anchor
      component="button"
      type="button"
      c="inherit"
      inherit
      aria-haspopup="dialog"
      onClick={() => show({ kind: 'preview', record: file })}
      onPointerEnter={fileDialogs.preload}
      onFocus={fileDialogs.preload}
    >
      {file.name}
    </Anchor>
  )
}

const all: readonly Column<GalleryFile>[] = [
  { name: 'name', label: 'Name', width: 200, cell: (file) => <FileName file={file} /> },
  {
    name: 'client_name',
    label: 'Client',
    width: 140,
    text: ({ site }) => site.client_name,
    cell: ({ site }) => (
      <TextLink to="/dashboard/clients/$id" params={{ id: site.client_id }} hash="/files" c="inherit" inherit>
        {site.client_name}
      </TextLink>
    ),
  },
  {
    name: 'site_name',
    label: 'Site',
    width: 148,
    text: ({ site }) => site.name,
    cell: ({ site }) => (
      <TextLink to="/dashboard/sites/$id" params={{ id: site.id }} hash="/files" c="inherit" inherit>
        {site.name}
      </TextLink>
    ),
  },
  {
    name: 'categories',
    label: 'Categories',
    width: 120,
    text: ({ categories }) => categories.map(({ name }) => name).join(', ') || 'Uncategorised',
  },
  { name: 'type', label: 'Type', width: 64, kind: 'word', text: ({ mime_type }) => typeName(mime_type) },
  { name: 'size', label: 'Size', text: ({ human_readable_size }) => human_readable_size, width: 88, kind: 'size' },
  { name: 'completed_at', label: 'Completed', width: 112, kind: 'day' },
  {
    name: 'expires_at',
    label: 'Expires',
    width: 208,
    kind: 'day',
    cell: ({ expires_at }) => <Expiry expiresAt={expires_at} bare />,
  },
  { name: 'visit_name', label: 'Visit', width: 160 },
  { name: 'created_at', label: 'Added', width: 112, kind: 'day', text: ({ created_at }) => shortDate(created_at) },
  {
    name: 'added_by',
    label: 'Added by',
    width: 160,
    text: ({ created_by_user }) => created_by_user.name ?? 'an erased person',
  },
]

/** Whoever may not add files does not see who added them. */
const ofAdders = ['created_at', 'added_by']

/** The columns of files, without what is the same for all of them. */
export const useFileColumns = (kind: 'team' | 'client' | 'site' | 'visit'): readonly Column<GalleryFile>[] => {
  const mayCreate = useCan()('files.create')
  const same = { team: [], client: ['client_name'], site: ['client_name', 'site_name'] }
  const left: readonly string[] = kind === 'visit' ? [...same.site, 'visit_name'] : same[kind]
  return all.filter(({ name }) => !left.includes(name) && (mayCreate || !ofAdders.includes(name)))
}
