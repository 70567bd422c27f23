import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { TeamNames } from '#schemas/layouts/proposals.ts'
import { categoriesCell } from '#schemas/records/category-path.ts'
import type { MissingRecords } from '#schemas/resources/import-files.ts'
import { counted } from '#schemas/text/counted.ts'
import { pathWords } from '#schemas/text/path-words.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { kinds } from '#web/components/kinds.ts'
import styles from '#web/features/imports/folder/folder.module.css'
import { useCan } from '#web/lib/session.ts'
import type { NamedKind } from './rows.ts'

/** Missing names of a kind that are shown one by one. */
const shown = 50

/** The names that the team has, among which a missing one may be. */
export const offeredNames: Record<NamedKind, (names: TeamNames) => readonly string[]> = {
  clients: ({ clients }) => clients,
  sites: ({ sites }) => [...new Set(sites.map(({ name }) => name))],
  visits: ({ visits }) => visits,
  categories: ({ categories }) => categories.map((path) => categoriesCell([path])),
}

type Props = {
  missing: MissingRecords
  names: TeamNames
  create: readonly NamedKind[]
  onCreate: (create: NamedKind[]) => void
  onMeaning: (kind: NamedKind, name: string, meaning: string) => void
  /** Moves the focus on from the field of a name, which goes once the name has a meaning. */
  onEnter: () => void
}

type MissingRecord = MissingRecords['clients'][number] & Partial<MissingRecords['visits'][number]>
type OfKind = Omit<Props, 'missing'> & { kind: NamedKind; records: readonly MissingRecord[] }

const MissingOfKind = ({ kind, records, names, create, onCreate, onMeaning, onEnter }: OfKind) => {
  const list = useId()
  const can = useCan()
  const { one, many } = kinds[kind]
  const others = create.filter((each) => each !== kind)
  const number = counted(records.length, one, many)
  return (
    <fieldset className={styles.missing}>
      <legend>{`${number} you do not have`}</legend>
      {can(`${kind}.create`) && (
        <Checkbox
          label={`Make ${number}`}
          checked={create.includes(kind)}
          onChange={({ currentTarget }) => onCreate(currentTarget.checked ? [...others, kind] : others)}
        />
      )}
      <datalist id={list}>
        {offeredNames[kind](names).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul>
        {records.slice(0, shown).map(({ client, site, name, rows }) => {
          // Two clients may each have a site of the same name.
          const path = pathWords(client, site, name)
          return (
            <li key={path}>
              <span>
                <bdi>{safeText(path)}</bdi>
                {`: ${counted(rows, 'file')}`}
              </span>
              <TextInput
                aria-label={`${safeText(path)} is the same ${one} as`}
                placeholder={`Same ${one} as…`}
                size="xs"
                list={list}
                onBlur={({ currentTarget }) => onMeaning(kind, name, currentTarget.value.trim())}
                onKeyDown={({ key }) => key === 'Enter' && onEnter()}
              />
            </li>
          )
        })}
      </ul>
      {records.length > shown && <p>{`and ${counted(records.length - shown, 'more', 'more')}`}</p>}
    </fieldset>
  )
}

/** What folders name and the team does not have, once each: it is made, or it is another name of what the team has. */
export const MissingNames = ({ missing, ...shared }: Props) => (
  <>
    {(['clients', 'sites', 'visits', 'categories'] as const).map(
      (kind) =>
        missing[kind].length > 0 && <MissingOfKind key={kind} kind={kind} records={missing[kind]} {...shared} />,
    )}
  </>
)
