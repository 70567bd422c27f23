import { createElement } from 'react'
import type { Field } from '#schemas/resources/fields.ts'
import { cardWords } from '#web/components/own/card-words.tsx'
import { ownColumns } from '#web/components/own/own-columns.tsx'
import { ownFacts } from '#web/components/own/own-facts.tsx'
import { filterWords, OwnFilters } from '#web/components/own/own-filters.tsx'
import { ownInputs } from '#web/components/own/own-inputs.tsx'

/** What a list and a form need of own fields: columns, filters and their words, lines of a card, facts of a page, and inputs. */
export const ownOf = (fields: readonly Field[]) => ({
  columns: ownColumns(fields),
  card: cardWords(fields),
  facts: ownFacts(fields),
  inputs: ownInputs(fields),
  filters: createElement(OwnFilters, { fields }),
  names: fields.map(({ id }) => `field.${id}` as const),
  words: filterWords(fields),
})
