import { queryOptions } from '@tanstack/react-query'
import { listClients } from '#schemas/resources/clients.ts'
import type { Field } from '#schemas/resources/fields.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { counted } from '#schemas/text/counted.ts'
import { kinds } from '#web/components/kinds.ts'
import { callApi } from '#web/lib/api.ts'

const lists = { clients: listClients, sites: listSites, visits: listVisits }

/** How many records have a value of a field: '12 sites have a value.' */
export const valuesOfField = (field: Field | undefined) =>
  queryOptions({
    queryKey: [field?.of, 'values', field?.id],
    queryFn: async () => {
      if (!field) return null
      const { of, id } = field
      const totalOf = async (narrowing: object) =>
        (await callApi(lists[of], { query: { limit: 1, ...narrowing } })).total ?? 0
      const [all, without] = await Promise.all([totalOf({}), totalOf({ [`field.${id}`]: 'none' })])
      const count = all - without
      return `${counted(count, kinds[of].one, of)} ${count === 1 ? 'has' : 'have'} a value.`
    },
  })
