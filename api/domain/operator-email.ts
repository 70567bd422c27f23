/** Whether an address is one of the operators', which are in lower case (D-02). */
export const isOperatorEmail = (operatorEmails: readonly string[], email: string | null | undefined): boolean =>
  operatorEmails.includes(email?.toLowerCase() ?? '')
