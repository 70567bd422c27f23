import {
  cancelSubscription,
  cancelTeamSubscription,
  changeBillingInformation,
  changeSubscription,
  changeTeamBillingInformation,
  changeTeamSubscription,
  changeTeamVatNumber,
  changeVatNumber,
  replaceCard,
  replaceTeamCard,
} from '#schemas/resources/billing.ts'
import { redeemCoupon, redeemTeamCoupon, showTeamDiscount, showUserDiscount } from '#schemas/resources/coupons.ts'
import { listInvoices, listTeamInvoices } from '#schemas/resources/invoices.ts'
import { showTeamUse, showUse } from '#schemas/resources/plans.ts'
import { previewSubscription, previewTeamSubscription } from '#schemas/resources/subscription-preview.ts'

/** Calls about the account of a team. */
export const teamBilling = {
  subscribe: changeTeamSubscription,
  cancel: cancelTeamSubscription,
  replaceCard: replaceTeamCard,
  changeVatNumber: changeTeamVatNumber,
  changeInformation: changeTeamBillingInformation,
  preview: previewTeamSubscription,
  use: showTeamUse,
  invoices: listTeamInvoices,
}

/** The same calls about the account of the signed-in user. */
export const userBilling = {
  subscribe: changeSubscription,
  cancel: cancelSubscription,
  replaceCard,
  changeVatNumber,
  changeInformation: changeBillingInformation,
  preview: previewSubscription,
  use: showUse,
  invoices: listInvoices,
}

/** The discount of a team: redeemed by its owner. */
export const teamCoupons = { show: showTeamDiscount, redeem: redeemTeamCoupon }

/** The discount of users on what they pay for themselves. */
export const userCoupons = { show: showUserDiscount, redeem: redeemCoupon }
