/** Days until a new API token expires, unless somebody chooses otherwise: a lost one is of use for a season at most. */
export const proposedDays = 90
