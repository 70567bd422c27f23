import '@mantine/core/styles/Progress.layer.css'
import { Button, Group, Loader, NativeSelect, Progress, Text } from '@mantine/core'
import { useRef } from 'react'
import { parseLayout } from '#schemas/layouts/layout.ts'
import { counted } from '#schemas/text/counted.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { madeWords } from '#schemas/text/made-words.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import styles from '#web/features/imports/folder/folder.module.css'
import { SaveRefused } from '#web/features/imports/save-refused.tsx'
import { firstMessageOf } from '#web/lib/api-problem.ts'
import { listed } from '#web/lib/listed.ts'
import { isFlat } from './chosen-folder.ts'
import { LayoutField } from './layout-field.tsx'
import { MissingNames, offeredNames } from './missing-names.tsx'
import type { Plan } from './plan-files.ts'
import { meaningKey, type NamedKind, type Reading } from './rows.ts'
import { UnderstoodTable } from './understood-table.tsx'
import { type Options, useFolder } from './use-folder.ts'

const datesOffered: { value: Reading['dates']; label: string }[] = [
  { value: 'changed', label: 'The day of their last change' },
  { value: 'today', label: 'Today' },
]

/** What an import would do, in a sentence or two. */
const wordsOf = ({ summary, rows }: Plan): string => {
  const refused = rows.filter(({ verdict }) => verdict === 'refused').length
  const made = madeWords(summary.created)
  return [
    `${counted(summary.wanted, 'file')} (${humanReadableSize(summary.bytes)}) will be imported, ${counted(summary.unchanged, 'is', 'are')} here already, ${counted(refused, 'is', 'are')} refused.`,
    ...(made.length > 0 ? [`${listed(made)} will be made.`] : []),
    'Nothing is saved yet.',
  ].join(' ')
}

/** What becomes of the files of a folder, above it what decides that, and the button that imports them. */
export const ReadFolder = ({ onCancel, ...options }: Options & { onCancel: () => void }) => {
  const { folder, place } = options
  const read = useFolder(options)
  const { bytes, names, hashes, proposals, pattern, typePattern, category, setCategory, choices, change } = read
  const { rows, plan, imports } = read
  const parsed = parseLayout(pattern)
  const shown = plan.data && rows.length > 0 ? plan.data.rows : rows
  const refused = shown.flatMap(({ id, fields, verdict, errors }, index) =>
    verdict === 'refused' ? [{ row: index + 1, errors, cells: { path: id, ...fields } }] : [],
  )
  const wanted = plan.data?.summary.wanted ?? 0
  const isSettled = plan.isSuccess && !plan.isPlaceholderData
  const unread = [names, hashes, plan].find(({ isError }) => isError)
  const failure = unread?.error ?? imports.error
  const outcome = useRef<HTMLParagraphElement>(null)
  const mean = (kind: NamedKind, name: string, meaning: string) => {
    if (meaning) change({ meanings: { ...choices.meanings, [meaningKey(kind, name)]: meaning } })
  }
  if (names.isPending) return <Waiting label="Loading the names of the team" />
  return (
    <section aria-label={`Files of ${folder.name}`} className={styles.part}>
      <LayoutField
        proposals={proposals}
        all={folder.files.length}
        pattern={pattern}
        error={'fault' in parsed && pattern !== '' ? parsed.fault.message : undefined}
        onChange={typePattern}
      />
      {isFlat(folder) && names.data && (
        <NativeSelect
          label="Category"
          data={[{ value: '', label: 'As their names say' }, ...offeredNames.categories(names.data)]}
          value={category}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        />
      )}
      <NativeSelect
        label="Date of files that name none"
        data={datesOffered}
        value={choices.dates}
        onChange={({ currentTarget }) => change({ dates: currentTarget.value as Reading['dates'] })}
      />
      {Object.entries(choices.meanings).length > 0 && (
        <Text size="md">
          {safeText(
            `Other names: ${Object.entries(choices.meanings)
              .map(([key, meaning]) => `${key.slice(key.indexOf('/') + 1)} is ${meaning}`)
              .join(', ')}. `,
          )}
          <Button variant="subtle" size="compact-xs" onClick={() => change({ meanings: {} })}>
            Forget these names
          </Button>
        </Text>
      )}
      {hashes.isPending && (
        <div className={styles.reading}>
          <Progress
            value={Math.round((bytes / folder.size) * 100)}
            aria-label="Bytes that are read"
            size="md"
            radius="xl"
          />
          <Text size="md">{`${humanReadableSize(bytes)} of ${humanReadableSize(folder.size)} read`}</Text>
          <Button variant="subtle" size="xs" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
      {plan.data && names.data && (
        <MissingNames
          missing={plan.data.missing}
          names={names.data}
          create={choices.create}
          onCreate={(create) => change({ create })}
          onMeaning={mean}
          onEnter={() => outcome.current?.focus()}
        />
      )}
      <Text size="md" role="status" ref={outcome} tabIndex={-1}>
        {isSettled ? wordsOf(plan.data) : plan.isFetching ? 'Checking the files…' : ''}
      </Text>
      {failure && (
        <Failure
          message={firstMessageOf(failure)}
          onRetry={() => void (unread ? unread.refetch() : imports.mutate())}
        />
      )}
      <Group gap="sm">
        {wanted > 0 && (
          <Button
            disabled={!isSettled || imports.isPending}
            leftSection={imports.isPending ? <Loader size={14} color="currentColor" /> : undefined}
            onClick={() => imports.mutate()}
          >
            {imports.isPending ? 'Importing' : `Import ${counted(wanted, 'file')}`}
          </Button>
        )}
        {refused.length > 0 && (
          <SaveRefused name={folder.name} kept={refused.length} total={refused.length} rows={async () => refused} />
        )}
      </Group>
      {shown.length > 0 && <UnderstoodTable rows={shown} place={place} />}
    </section>
  )
}
