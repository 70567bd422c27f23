import { Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ImportKind, RecordKind } from '#schemas/events/import.ts'
import { listImports } from '#schemas/resources/imports.ts'
import { Panel } from '#web/components/panel.tsx'
import { CheckForm } from '#web/features/imports/check-form.tsx'
import { CheckedFile } from '#web/features/imports/checked-file.tsx'
import type { Check, Choice } from '#web/features/imports/choice.ts'
import { rememberedColumns } from '#web/features/imports/chosen-columns.ts'
import { FolderForm } from '#web/features/imports/folder/folder-form.tsx'
import type { PlaceIds } from '#web/features/imports/folder/use-place.ts'
import { headingOf } from '#web/features/imports/heading-of.ts'
import { KindField } from '#web/features/imports/kind-field.tsx'
import { fieldsQuery } from '#web/lib/own-fields.ts'
import { listQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

const kindsOfImport: readonly RecordKind[] = ['sites', 'clients']

type Props = {
  /** The client or site that a folder of files belongs to, where its page led here. */
  at?: PlaceIds
  onBegun: (run: string) => unknown
}

/**
 * Imports a file of rows, or a folder of files, in two steps: a check, which writes nothing and reports what would happen
 * to each row, and the import itself. `onBegun` receives the run as soon as it exists.
 */
export const ImportFilePanel = ({ at = {}, onBegun }: Props) => {
  const can = useCan()
  const offered = kindsOfImport.filter((kind) => can(`${kind}.create`) && can(`${kind}.update`))
  const all: ImportKind[] = can('files.create') ? [...offered, 'files'] : offered
  const [isFolder, setFolder] = useState(Boolean(at.client ?? at.site) || offered.length === 0)
  const [choice, setChoice] = useState<Choice>({
    file: null,
    headings: [],
    isRead: true,
    columns: null,
    kind: offered[0] ?? 'sites',
    createClients: false,
  })
  const { data, isPending } = useInfiniteQuery(listQuery(listImports))
  const fields = useQuery(fieldsQuery)
  const own = fields.data?.filter(({ of }) => of === choice.kind) ?? []
  const runs = data?.pages.flatMap(({ rows }) => rows) ?? []
  const [check, setCheck] = useState<Check>()
  const chooseFile = ([file]: File[]) => {
    if (!file) return
    setCheck(undefined)
    setChoice({ ...choice, file, headings: [], isRead: false, columns: null })
    void headingOf(file).then((headings) =>
      setChoice((now) => (now.file === file ? { ...now, headings, isRead: true } : now)),
    )
  }
  const checkedAgain = (next: Check) => {
    setCheck(next)
    setChoice((now) => ({ ...now, createClients: next.sending.createClients }))
  }
  const columns = choice.columns ?? rememberedColumns(choice.kind, choice.headings, runs, own)
  if (all.length === 0) return null
  const kindField = (isBusy: boolean) => (
    <KindField
      offered={all}
      value={isFolder ? 'files' : choice.kind}
      disabled={isBusy}
      onChange={(kind) => {
        flushSync(() => setFolder(kind === 'files'))
        if (kind !== 'files') setChoice((now) => ({ ...now, kind, columns: null }))
        // The other form has this field anew.
        document.querySelector<HTMLElement>(`[type=radio][value=${kind}]`)?.focus()
      }}
    />
  )
  if (isFolder) {
    return (
      <Panel title="Import files" wide>
        {kindField(false)}
        <FolderForm at={at} onBegun={onBegun} />
      </Panel>
    )
  }
  return (
    <Panel title="Import a file">
      {check ? (
        <CheckedFile
          key={String(check.sending.createClients)}
          check={check}
          onFile={chooseFile}
          onChecked={checkedAgain}
          onBegun={onBegun}
          onBack={() => setCheck(undefined)}
        />
      ) : (
        <>
          <Text size="md">We check the file first. Nothing is saved until you confirm.</Text>
          <CheckForm
            kindField={kindField}
            choice={choice}
            columns={columns}
            own={own}
            isReading={!choice.isRead || isPending || fields.isPending}
            // What was read of the file may have come since the form was drawn.
            onChange={(changes) => setChoice((now) => ({ ...now, ...changes }))}
            onFile={chooseFile}
            onChecked={setCheck}
          />
        </>
      )}
    </Panel>
  )
}
