import { Button, Group, Loader, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { counted } from '#schemas/text/counted.ts'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { kinds } from '#web/components/kinds.ts'
import { Failure } from '#web/components/query-state.tsx'
import type { Check } from '#web/features/imports/choice.ts'
import { outcomeOf, planOf } from '#web/features/imports/import-words.ts'
import styles from '#web/features/imports/imports.module.css'
import { RefusedTable } from '#web/features/imports/refused-rows.tsx'
import { SaveRefused } from '#web/features/imports/save-refused.tsx'
import { ImportStopped, sendImport } from '#web/features/imports/send-import.ts'
import { useCheck } from '#web/features/imports/use-check.ts'
import { reloadAll } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { firstMessageOf, messageOf } from '#web/lib/api-problem.ts'
import { useCan } from '#web/lib/session.ts'
import { staying } from '#web/lib/use-stay-while.ts'

type MissingClientsProps = { check: Check; isChecking: boolean; isDisabled: boolean; onCreate: () => void }

/**
 * The clients that a file names and the team does not have, each once with the number of its rows: those that the
 * import would create, or those that the button checks the file again with.
 */
const MissingClients = ({ check: { sending, missing }, isChecking, isDisabled, onCreate }: MissingClientsProps) => {
  const can = useCan()
  const title = useId()
  const more = missing.total - missing.named.length
  return (
    <section aria-labelledby={title} className={styles.missing}>
      <Text id={title} size="md" fw={600}>
        {sending.createClients ? 'Clients that will be created' : 'Missing clients'}
      </Text>
      <ul className={styles.names}>
        {missing.named.map(({ name, rows }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {`: ${counted(rows, 'row', 'rows').replace(' ', '\u00a0')}`}
          </li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString('en-GB')} more`}</li>}
      </ul>
      {!sending.createClients && can('clients.create') && (
        <Button
          variant="default"
          disabled={isDisabled}
          leftSection={isChecking ? <Loader size={14} color="currentColor" /> : undefined}
          onClick={onCreate}
        >
          {isChecking ? 'Checking File' : 'Create missing clients'}
        </Button>
      )}
    </section>
  )
}

/** The number of refused rows that are shown. */
const maxShown = 100

type Props = {
  check: Check
  onFile: (files: File[]) => void
  /** Called when the file has been checked again, with its missing clients created. */
  onChecked: (check: Check) => void
  onBegun: (run: string) => unknown
  onBack: () => void
}

/** The result of a dry run, and the button that imports the file; the import continues on other pages. */
export const CheckedFile = ({ check, onFile, onChecked, onBegun, onBack }: Props) => {
  const { sending, summary, refused, missing } = check
  const queries = useQueryClient()
  const section = useRef<HTMLElement>(null)
  const begun = useRef(false)
  // The pressed button, which had the focus, is gone.
  useEffect(() => section.current?.focus(), [])

  const { file, kind } = sending
  const { one, many } = kinds[kind]
  const shown = refused.slice(0, maxShown)
  const changes = summary.created + summary.updated
  const send = useMutation({
    mutationFn: () => {
      const go = (run: string | null) => {
        begun.current = true
        if (run) onBegun(run)
      }
      const unending = new AbortController().signal
      const listener = { begun: go, verdict: () => {}, missing: () => {} }
      return staying(() => sendImport({ ...sending, dryRun: false }, listener, unending))
    },
    onSuccess: (done) => announce(`${file.name} has been imported: ${outcomeOf({ kind, ...done })}.`),
    // A refusal before the import has begun shows below the file.
    onError: (problem) =>
      begun.current && announce(messageOf(problem), problem instanceof ImportStopped ? 'neutral' : 'failure'),
    onSettled: () => Promise.all([reloadAll(queries), queries.invalidateQueries({ queryKey: ['import'] })]),
  })
  const { check: again } = useCheck(onChecked)
  const isBusy = send.isPending || again.isPending
  const failure = send.error ?? again.error
  return (
    <section ref={section} tabIndex={-1} aria-label={`What ${file.name} would do`} className={styles.checked}>
      <Text size="md" fw={600} className={styles.file ?? ''}>
        {file.name}
      </Text>
      <Text size="md" role="status">
        {`${planOf({ kind, ...summary })} Nothing is saved yet.`}
      </Text>
      {summary.unknown_columns.length > 0 && (
        <Text size="md">{`Columns that are left out: ${summary.unknown_columns.join(', ')}`}</Text>
      )}
      {missing.total > 0 && (
        <MissingClients
          check={check}
          isChecking={again.isPending}
          isDisabled={isBusy}
          onCreate={() => {
            send.reset()
            again.mutate({ ...sending, createClients: true })
          }}
        />
      )}
      {shown.length > 0 && <RefusedTable rows={shown} total={summary.refused} />}
      {summary.refused > shown.length && (
        <Text size="md">{`${(summary.refused - shown.length).toLocaleString('en-GB')} more are refused.`}</Text>
      )}
      {failure && <Failure message={firstMessageOf(failure)} />}
      <Group gap="sm">
        {changes > 0 && (
          <Button
            disabled={isBusy}
            leftSection={send.isPending ? <Loader size={14} color="currentColor" /> : undefined}
            onClick={() => {
              again.reset()
              send.mutate()
            }}
          >
            {send.isPending ? 'Importing' : `Import ${counted(changes, one, many)}`}
          </Button>
        )}
        <Button variant="default" disabled={send.isPending} onClick={onBack}>
          Back
        </Button>
        {refused.length > 0 && (
          <SaveRefused name={file.name} kept={refused.length} total={summary.refused} rows={async () => refused} />
        )}
      </Group>
      <FileCatcher disabled={isBusy} onFiles={onFile}>
        Drop to import
      </FileCatcher>
    </section>
  )
}
