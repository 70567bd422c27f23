/** Days during which a deleted record (D-10) or team (D-96) can be restored. */
export const daysInTrash = 30
