import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CategoryChoice, selectCategories } from '#schemas/resources/categories.ts'
import { requireCategory } from '#schemas/resources/compliance.ts'
import { counted } from '#schemas/text/counted.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { PlaceLink } from '#web/components/links.tsx'
import { EmptyHint, Failure } from '#web/components/query-state.tsx'
import styles from '#web/features/compliance/first-requirements.module.css'
import { reload } from '#web/lib/affected.ts'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Refused = { category: CategoryChoice; message: string }

/** Requires categories of all sites, one after the other, and answers those that were refused. */
const requireOfAll = async (categories: readonly CategoryChoice[]): Promise<Refused[]> => {
  const refused: Refused[] = []
  for (const category of categories) {
    const body = { of: 'all' as const, client_ids: [], site_ids: [] }
    try {
      await callApi(requireCategory, { params: { id: category.id }, body })
    } catch (error) {
      refused.push({ category, message: messageOf(error) })
    }
  }
  return refused
}

type Props = {
  /** Told whether some categories are to be required still: then the form stays where others are required already. */
  onUnfinished: (isUnfinished: boolean) => void
}

/** In a team that requires nothing yet: its categories, to tick those that every site must have. */
export const FirstRequirements = ({ onUnfinished }: Props) => {
  const can = useCan()
  const queries = useQueryClient()
  const mayRequire = can('categories.view') && can('categories.update')
  const choices = useQuery({ ...oneQuery(selectCategories), enabled: mayRequire })
  const [ticked, setTicked] = useState<string[]>([])
  const act = useMutation({
    mutationFn: async () => {
      onUnfinished(true)
      const refused = await requireOfAll((choices.data ?? []).filter(({ id }) => ticked.includes(id)))
      setTicked(refused.map(({ category }) => category.id))
      await reload(queries, 'categories')
      onUnfinished(refused.length > 0)
      return refused
    },
  })
  if (choices.isLoadingError) return <ChoicesFailure choices={choices} />
  if (!mayRequire) return <EmptyHint icon="check">Nothing is required of sites yet.</EmptyHint>
  if (!choices.data) return null
  return (
    <section className={styles.first} aria-labelledby="first-requirements">
      <h2 id="first-requirements" className={styles.title}>
        Say what every site must have
      </h2>
      {choices.data.length === 0 ? (
        <p className={styles.text}>
          What sites must have are files of categories. <PlaceLink hash="/categories">Add categories first</PlaceLink>
        </p>
      ) : (
        <>
          <p className={styles.text}>
            Tick the categories. Each site then shows what it has, what expires and what is missing; you can change any
            of it later, also for some clients or sites alone.
          </p>
          <Checkbox.Group value={ticked} onChange={setTicked} aria-label="Categories">
            <ul className={styles.categories}>
              {choices.data.map(({ id, name, depth }) => (
                <li key={id} style={{ paddingInlineStart: `${(depth - 1) * 1.75}rem` }}>
                  <Checkbox value={id} label={name} disabled={act.isPending} />
                </li>
              ))}
            </ul>
          </Checkbox.Group>
          {act.data?.map(({ category, message }) => (
            <Failure key={category.id} message={`${category.name}: ${message}`} />
          ))}
          <Button disabled={ticked.length === 0 || act.isPending} onClick={() => act.mutate()}>
            {ticked.length === 0 ? 'Require categories' : `Require ${counted(ticked.length, 'category', 'categories')}`}
          </Button>
        </>
      )}
    </section>
  )
}
