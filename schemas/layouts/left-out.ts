/** Whether a file or folder is hidden, or one that a system or an office program keeps for itself. */
export const isOfSystem = (name: string): boolean => /^\.|^~\$|^(thumbs\.db|desktop\.ini)$/i.test(name)
