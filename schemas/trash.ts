/** Days during which a deleted record can be restored (D-10). */
export const daysInTrash = 30
