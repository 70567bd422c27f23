type Noun = { of: (record: object) => object }

/**
 * The details of a record after a change; fields that the change leaves out keep their values. Undefined if nothing
 * changes.
 */
export const changedDetails = <Details extends object>(
  noun: Noun,
  present: Details,
  wanted: Partial<Details>,
): Details | undefined => {
  const before = noun.of(present) as Details
  const provided = noun.of(wanted) as Partial<Details>
  const isSame = Object.entries(provided).every(([name, value]) => before[name as keyof Details] === value)
  return isSame ? undefined : { ...before, ...provided }
}
