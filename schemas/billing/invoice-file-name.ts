/** What an invoice is called as a file: 'invoice-SL-0001.pdf'. */
export const invoiceFileName = (number: string): string => `invoice-${number.replace(/[^\w.-]+/g, '-')}.pdf`
