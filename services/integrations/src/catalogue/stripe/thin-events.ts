/** The types of thin events, which name an object instead of containing it. */
export const thinStripeEvents: readonly string[] = `
  v1.account.application.authorized v1.account.application.deauthorized
  v1.account.external_account.created v1.account.external_account.deleted
  v1.account.external_account.updated v1.account.updated v1.application_fee.created
  v1.application_fee.refund.updated v1.application_fee.refunded v1.balance.available
  v1.balance_settings.updated v1.billing.alert.triggered v1.billing.credit_balance_transaction.created
  v1.billing.credit_grant.created v1.billing.credit_grant.updated v1.billing.meter.created
  v1.billing.meter.deactivated v1.billing.meter.error_report_triggered v1.billing.meter.no_meter_found
  v1.billing.meter.reactivated v1.billing.meter.updated v1.billing_portal.configuration.created
  v1.billing_portal.configuration.updated v1.billing_portal.session.created v1.capability.updated
  v1.cash_balance.funds_available v1.charge.captured v1.charge.dispute.closed v1.charge.dispute.created
  v1.charge.dispute.funds_reinstated v1.charge.dispute.funds_withdrawn v1.charge.dispute.updated
  v1.charge.expired v1.charge.failed v1.charge.pending v1.charge.refund.updated v1.charge.refunded
  v1.charge.succeeded v1.charge.updated v1.checkout.session.async_payment_failed
  v1.checkout.session.async_payment_succeeded v1.checkout.session.completed v1.checkout.session.expired
  v1.climate.order.canceled v1.climate.order.created v1.climate.order.delayed v1.climate.order.delivered
  v1.climate.order.product_substituted v1.climate.product.created v1.climate.product.pricing_updated
  v1.coupon.created v1.coupon.deleted v1.coupon.updated v1.credit_note.created v1.credit_note.updated
  v1.credit_note.voided v1.customer.created v1.customer.deleted v1.customer.discount.created
  v1.customer.discount.deleted v1.customer.discount.source_changed v1.customer.discount.updated
  v1.customer.subscription.active v1.customer.subscription.cancel_at_changed
  v1.customer.subscription.created v1.customer.subscription.default_payment_method_changed
  v1.customer.subscription.deleted v1.customer.subscription.incomplete
  v1.customer.subscription.incomplete_expired v1.customer.subscription.item_added
  v1.customer.subscription.item_price_changed v1.customer.subscription.item_quantity_changed
  v1.customer.subscription.item_removed v1.customer.subscription.item_tax_rates_changed
  v1.customer.subscription.past_due v1.customer.subscription.paused
  v1.customer.subscription.pending_update_applied v1.customer.subscription.pending_update_expired
  v1.customer.subscription.resumed v1.customer.subscription.trial_will_end
  v1.customer.subscription.trialing v1.customer.subscription.unpaid v1.customer.subscription.updated
  v1.customer.tax_id.created v1.customer.tax_id.deleted v1.customer.tax_id.updated v1.customer.updated
  v1.customer_cash_balance_transaction.created
  v1.entitlements.active_entitlement_summary.entitlement_added
  v1.entitlements.active_entitlement_summary.entitlement_removed
  v1.entitlements.active_entitlement_summary.updated v1.file.created
  v1.financial_connections.account.account_numbers_updated
  v1.financial_connections.account.balance_refresh_failed
  v1.financial_connections.account.balance_refresh_succeeded v1.financial_connections.account.created
  v1.financial_connections.account.deactivated v1.financial_connections.account.disconnected
  v1.financial_connections.account.expected_deactivation_date_updated
  v1.financial_connections.account.inferred_balances_refresh_failed
  v1.financial_connections.account.inferred_balances_refresh_succeeded
  v1.financial_connections.account.ownership_refresh_failed
  v1.financial_connections.account.ownership_refresh_succeeded
  v1.financial_connections.account.reactivated v1.financial_connections.account.refreshed_balance
  v1.financial_connections.account.refreshed_ownership
  v1.financial_connections.account.refreshed_transactions
  v1.financial_connections.account.risk_intelligence_refresh_failed
  v1.financial_connections.account.risk_intelligence_refresh_succeeded
  v1.financial_connections.account.supported_payment_method_types_updated
  v1.financial_connections.account.transactions_refresh_failed
  v1.financial_connections.account.transactions_refresh_succeeded
  v1.financial_connections.account.upcoming_account_number_expiry
  v1.financial_connections.account.upcoming_deactivation v1.identity.verification_session.canceled
  v1.identity.verification_session.created v1.identity.verification_session.processing
  v1.identity.verification_session.redacted v1.identity.verification_session.requires_input
  v1.identity.verification_session.verified v1.invoice.created v1.invoice.deleted
  v1.invoice.discount_added v1.invoice.discount_removed v1.invoice.finalization_failed
  v1.invoice.finalized v1.invoice.line_item_added v1.invoice.line_item_pricing_changed
  v1.invoice.line_item_quantity_changed v1.invoice.line_item_removed v1.invoice.marked_uncollectible
  v1.invoice.overdue v1.invoice.overpaid v1.invoice.paid v1.invoice.payment_action_required
  v1.invoice.payment_attempt_required v1.invoice.payment_failed v1.invoice.payment_succeeded
  v1.invoice.sent v1.invoice.upcoming v1.invoice.updated v1.invoice.voided v1.invoice.will_be_due
  v1.invoice_payment.canceled v1.invoice_payment.open v1.invoice_payment.paid
  v1.invoiceitem.amount_changed v1.invoiceitem.created v1.invoiceitem.deleted
  v1.invoiceitem.discount_added v1.invoiceitem.discount_removed v1.issuing_authorization.created
  v1.issuing_authorization.request v1.issuing_authorization.updated v1.issuing_card.created
  v1.issuing_card.updated v1.issuing_cardholder.created v1.issuing_cardholder.updated
  v1.issuing_dispute.closed v1.issuing_dispute.created v1.issuing_dispute.funds_reinstated
  v1.issuing_dispute.funds_rescinded v1.issuing_dispute.submitted v1.issuing_dispute.updated
  v1.issuing_personalization_design.activated v1.issuing_personalization_design.deactivated
  v1.issuing_personalization_design.rejected v1.issuing_personalization_design.updated
  v1.issuing_token.created v1.issuing_token.updated v1.issuing_transaction.created
  v1.issuing_transaction.purchase_details_receipt_updated v1.issuing_transaction.updated
  v1.mandate.updated v1.payment_intent.amount_capturable_updated v1.payment_intent.canceled
  v1.payment_intent.created v1.payment_intent.partially_funded v1.payment_intent.payment_failed
  v1.payment_intent.processing v1.payment_intent.requires_action v1.payment_intent.succeeded
  v1.payment_link.created v1.payment_link.updated v1.payment_method.attached
  v1.payment_method.automatically_updated v1.payment_method.detached v1.payment_method.updated
  v1.payout.canceled v1.payout.created v1.payout.failed v1.payout.paid v1.payout.reconciliation_completed
  v1.payout.updated v1.person.created v1.person.deleted v1.person.updated v1.plan.created v1.plan.deleted
  v1.plan.updated v1.price.activated v1.price.created v1.price.deactivated v1.price.deleted
  v1.price.lookup_key_changed v1.price.tax_behavior_changed v1.price.updated v1.product.activated
  v1.product.created v1.product.deactivated v1.product.default_price_changed v1.product.deleted
  v1.product.tax_code_changed v1.product.updated v1.promotion_code.created
  v1.promotion_code.fully_redeemed v1.promotion_code.updated v1.quote.accepted v1.quote.canceled
  v1.quote.created v1.quote.finalized v1.radar.early_fraud_warning.created
  v1.radar.early_fraud_warning.updated v1.refund.created v1.refund.failed v1.refund.updated
  v1.review.closed v1.review.opened v1.setup_intent.canceled v1.setup_intent.created
  v1.setup_intent.requires_action v1.setup_intent.setup_failed v1.setup_intent.succeeded
  v1.sigma.scheduled_query_run.created v1.source.canceled v1.source.chargeable v1.source.failed
  v1.source.refund_attributes_required v1.subscription_schedule.aborted v1.subscription_schedule.canceled
  v1.subscription_schedule.completed v1.subscription_schedule.created v1.subscription_schedule.expiring
  v1.subscription_schedule.phase_added v1.subscription_schedule.phase_default_tax_rates_changed
  v1.subscription_schedule.phase_end_date_changed v1.subscription_schedule.phase_removed
  v1.subscription_schedule.phase_trial_end_changed v1.subscription_schedule.released
  v1.subscription_schedule.updated v1.tax.settings.updated v1.tax_rate.created v1.tax_rate.updated
  v1.terminal.reader.action_failed v1.terminal.reader.action_succeeded v1.terminal.reader.action_updated
  v1.test_helpers.test_clock.advancing v1.test_helpers.test_clock.created
  v1.test_helpers.test_clock.deleted v1.test_helpers.test_clock.internal_failure
  v1.test_helpers.test_clock.ready v1.topup.canceled v1.topup.created v1.topup.failed v1.topup.reversed
  v1.topup.succeeded v1.transfer.created v1.transfer.reversed v1.transfer.updated
  v2.commerce.product_catalog.imports.failed v2.commerce.product_catalog.imports.processing
  v2.commerce.product_catalog.imports.succeeded v2.commerce.product_catalog.imports.succeeded_with_errors
  v2.core.account.closed v2.core.account.created v2.core.account.updated v2.core.account_link.returned
  v2.core.account_person.created v2.core.account_person.deleted v2.core.account_person.updated
  v2.core.event_destination.ping v2.money_management.adjustment.created
  v2.money_management.financial_account.created v2.money_management.financial_account.updated
  v2.money_management.financial_address.activated v2.money_management.financial_address.failed
  v2.money_management.inbound_transfer.available v2.money_management.inbound_transfer.bank_debit_failed
  v2.money_management.inbound_transfer.bank_debit_processing
  v2.money_management.inbound_transfer.bank_debit_queued
  v2.money_management.inbound_transfer.bank_debit_returned
  v2.money_management.inbound_transfer.bank_debit_succeeded v2.money_management.outbound_payment.canceled
  v2.money_management.outbound_payment.created v2.money_management.outbound_payment.failed
  v2.money_management.outbound_payment.posted v2.money_management.outbound_payment.returned
  v2.money_management.outbound_payment.under_review v2.money_management.outbound_payment.updated
  v2.money_management.payout_intent.canceled v2.money_management.payout_intent.created
  v2.money_management.payout_intent.pending v2.money_management.payout_intent.posted
  v2.money_management.payout_intent.processing v2.money_management.payout_intent.requires_action
  v2.money_management.payout_intent.updated v2.money_management.payout_method.created
  v2.money_management.payout_method.updated v2.money_management.received_credit.available
  v2.money_management.received_credit.failed v2.money_management.received_credit.returned
  v2.money_management.received_credit.succeeded v2.money_management.recipient_verification.created
  v2.money_management.recipient_verification.updated v2.money_management.transaction.created
  v2.money_management.transaction.updated
`
  .trim()
  .split(/\s+/);
