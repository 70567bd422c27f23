import type { Site } from '#schemas/resources/sites.ts'

type Choice = { value: string; label: string }

/** Choices of a site select under its heading; where sites of several clients mix, they stand under their client. */
export const siteChoices = (
  sites: readonly Site[],
  grouped: boolean,
): (Choice | { group: string; items: Choice[] })[] => {
  const heading = { value: '', label: 'Select a site…' }
  const choice = ({ id, name }: Site) => ({ value: id, label: name })
  if (!grouped) return [heading, ...sites.map(choice)]
  const clients = Object.groupBy(sites, (site) => site.client_name)
  const groups = Object.entries(clients).toSorted(([one], [other]) => one.localeCompare(other))
  return [heading, ...groups.map(([group, members = []]) => ({ group, items: members.map(choice) }))]
}
