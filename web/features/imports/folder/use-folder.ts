import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { parseLayout } from '#schemas/layouts/layout.ts'
import { proposedLayouts } from '#schemas/layouts/proposals.ts'
import { counted } from '#schemas/text/counted.ts'
import { reloadAll } from '#web/lib/affected.ts'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { usePersonInTeam } from '#web/lib/person-in-team.ts'
import { type ChosenFolder, isFlat } from './chosen-folder.ts'
import { hashFiles } from './hash-files.ts'
import { type Choices, keepChoices, keptChoices } from './kept-choices.ts'
import { namesOf } from './names-of.ts'
import { type Plan, planFiles } from './plan-files.ts'
import { type Place, rowsOf } from './rows.ts'
import { sendFiles } from './send-files.ts'

/** Milliseconds between the last key press and the next look at what becomes of the files. */
const pause = 500

/** What is asked of a folder is asked once, and never of a memory. */
const once = { retry: false, gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const

/** Milliseconds that what was read of a folder is kept while another place is chosen for it. */
const whileChoosing = 60_000

export type Options = {
  /** Of this choice of a folder. */
  id: string
  folder: ChosenFolder
  place: Place | undefined
  onBegun: (run: string) => unknown
}

/** A chosen folder: what its files are understood as, what becomes of them, and their import. */
export const useFolder = ({ id, folder, place, onBegun }: Options) => {
  const queries = useQueryClient()
  const person = usePersonInTeam()
  const [choices, setChoices] = useState(() => keptChoices(person))
  const [bytes, setBytes] = useState(0)
  const names = useQuery({ ...once, queryKey: ['folder', id, 'names'], queryFn: () => namesOf(queries) })
  const hashes = useQuery({
    ...once,
    gcTime: whileChoosing,
    queryKey: ['folder', id, 'hashes'],
    queryFn: ({ signal }) => hashFiles(folder.files, signal, setBytes),
  })
  const proposals = useMemo(() => {
    const paths = folder.files.map(({ path }) => path)
    const given = place && { client: place.client.name, ...(place.site && { site: place.site.name }) }
    return names.data ? proposedLayouts(paths, names.data, given) : []
  }, [names.data, folder, place])
  // A layout of whole folders says nothing of what lies in one, or in none.
  const isPart = place !== undefined || isFlat(folder)
  const kept = isPart ? null : choices.pattern
  const [typed, setTyped] = useState(kept)
  const pattern = typed ?? proposals[0]?.pattern ?? ''
  const [settled] = useDebouncedValue(pattern, pause)
  const [category, setCategory] = useState('')
  const { meanings, dates, create } = choices
  const rows = useMemo(() => {
    const parsed = parseLayout(settled)
    return 'layout' in parsed ? rowsOf(folder, parsed.layout, { meanings, dates, category, place }) : []
  }, [settled, folder, meanings, dates, category, place])
  const plan = useQuery({
    ...once,
    queryKey: ['folder', id, 'plan', settled, choices, category, place],
    queryFn: ({ signal }) =>
      planFiles(rows, hashes.data ?? new Map(), { name: folder.name, create, dryRun: true }, signal),
    enabled: hashes.isSuccess && names.isSuccess && rows.some(({ verdict }) => verdict === null),
    placeholderData: keepPreviousData,
  })
  const change = (changes: Partial<Choices>) => {
    const next = { ...choices, ...changes }
    setChoices(next)
    keepChoices(person, next)
  }

  const begin = async (): Promise<void> => {
    const wishes = { name: folder.name, create, dryRun: false }
    const made: Plan = await planFiles(rows, hashes.data ?? new Map(), wishes, new AbortController().signal)
    onBegun(made.run ?? '')
    // What goes wrong from now on stands on the page of the run, too. Nobody waits for it: a line that moves meanwhile would
    // cost as much as the sending.
    void sendFiles(made, begin)
      .then(
        () => announce(`${folder.name} has been imported: ${counted(made.summary.wanted, 'file')}.`),
        announceFailure,
      )
      .then(() => reloadAll(queries))
  }
  const imports = useMutation({ mutationFn: begin })

  return {
    bytes,
    names,
    hashes,
    proposals,
    pattern,
    typePattern: (next: string) => {
      setTyped(next)
      if (!isPart) change({ pattern: next })
    },
    category,
    setCategory,
    choices,
    change,
    rows,
    plan,
    imports,
  }
}
