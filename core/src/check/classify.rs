//! Classifies a request: the scenario, the active capabilities, and an order's total.

use crate::base::decimal::{Decimal, Small, SumOfProducts, Total};
use crate::model::document::{DeclaredValue, List, Place, Present, Request, Tag};
use crate::model::facts::{Facts, Terminal};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::{Operation, Operations};
use crate::model::schema::{
    self, Declared, DeclaredMembers, ORDER, OnTotal, PAYOUT, PRODUCT, Shape,
};

/// The sum of an order's products.
#[derive(Clone, Copy, Default)]
pub(crate) struct Products {
    /// The total, after changes by declared members, if every product could be counted and the sum is in range.
    pub(crate) total: Option<Total>,
    /// Whether a tax or a declared member hides the total.
    pub(crate) is_total_hidden: bool,
    /// Whether a product, or the sum of those that could be counted, is 10¹² or more in magnitude.
    pub(crate) out_of_range: bool,
    /// Whether a product has no title or price, or an invalid or too small price or quantity, so that some rule of
    /// products has something to report.
    pub(crate) is_any_odd: bool,
    pub(crate) are_taxed: bool,
    /// Greatest number of decimal places that a price is written with.
    pub(crate) max_places: u8,
}

#[derive(Default)]
pub(crate) struct Class {
    pub(crate) scenario: Option<Feature>,
    pub(crate) capabilities: FeatureSet,
    pub(crate) products: Products,
}

pub(crate) fn classify(
    request: &Request<'_>,
    facts: &Facts<'_>,
    declared: &DeclaredMembers,
) -> Class {
    match request.operation {
        Operation::Order => order(request, facts, declared),
        Operation::Refund => {
            let scenario =
                if request.has_body() { Feature::PartialRefund } else { Feature::FullRefund };
            Class { scenario: Some(scenario), ..Class::default() }
        }
        operation if Operations::PAYOUTS.contains(operation) => {
            let is_sdwo = operation == Operation::PayoutSdwo;
            let body =
                request.payout().map(|payout| recognised(payout, is_sdwo)).unwrap_or_default();
            let capabilities = body.union(subsequent(facts));
            Class { scenario: operation.fixed_scenario(), capabilities, ..Class::default() }
        }
        operation => Class { scenario: operation.fixed_scenario(), ..Class::default() },
    }
}

fn subsequent(facts: &Facts<'_>) -> FeatureSet {
    facts.subsequent.map_or(FeatureSet::EMPTY, |charge| FeatureSet::EMPTY.with(charge.feature()))
}

fn order(request: &Request<'_>, facts: &Facts<'_>, declared: &DeclaredMembers) -> Class {
    let known = subsequent(facts)
        .with_if(Feature::Qcash, facts.terminal == Some(Terminal::Qcash))
        .with_if(Feature::SdwoFunding, facts.terminal == Some(Terminal::SdwoFunding))
        .with_if(Feature::AccountFunding, facts.account_funding.is_some())
        .with_if(Feature::Avs, facts.subsequent.is_none() && facts.avs_permission() == Ok(true));
    let Some(order) = request.order() else {
        let (scenario, capabilities) = (Some(Feature::OneStep), known);
        return Class { scenario, capabilities, ..Class::default() };
    };
    let mut products = products(order);
    if !request.declared.is_empty() {
        change_total(&mut products, request, declared);
    }
    // Prices don't say whether they include the tax.
    if products.are_taxed && products.total.is_some() {
        (products.total, products.is_total_hidden) = (None, true);
    }
    let capabilities = known
        .with_if(Feature::PaymentMethodSaving, saves(order))
        .with_if(Feature::TravelData, order.travel_data().is_valid())
        .with_if(Feature::AccountFunding, order.recipient_client().is_valid())
        .with_if(Feature::DynamicDescriptor, order.dynamic_descriptor().is_valid())
        .with_if(Feature::ServiceLocation, order.service_location().is_valid())
        .with_if(Feature::Moto, order.is_moto().is_true())
        .with_if(Feature::SdwoPurchase, order.sdwo_merchant_id().is_valid())
        .with_if(Feature::Taxes, products.are_taxed);
    Class { scenario: Some(order_scenario(order)), capabilities, products }
}

fn order_scenario(order: schema::Order<'_>) -> Feature {
    let without_money = saving_present(order) || order.payment_system().is("AUTH");
    if !products_present(order) && without_money {
        Feature::ZeroAmount
    } else if order.skip_capture().is_true() {
        Feature::TwoStep
    } else {
        Feature::OneStep
    }
}

/// Whether `products` is invalid, or an array of at least one element.
pub(crate) fn products_present(order: schema::Order<'_>) -> bool {
    let products = order.products();
    products.is_invalid() || products.valid().is_some_and(|list| !list.is_empty())
}

/// Whether `setup_future_use` or `force_save_method` isn't absent.
pub(crate) fn saving_present(order: schema::Order<'_>) -> bool {
    !order.setup_future_use().is_absent() || !order.force_save_method().is_absent()
}

fn saves(order: schema::Order<'_>) -> bool {
    order.setup_future_use().is_valid() || order.force_save_method().is_true()
}

fn products(order: schema::Order<'_>) -> Products {
    let Some(products) = order.products().valid() else { return Products::default() };
    if let Some(all) = ordinary_products(products) {
        return all;
    }
    let mut all = Products::default();
    let mut sum = SumOfProducts::default();
    let mut counts_all = !products.is_empty();
    for product in products.elements() {
        let Some(product) = product else {
            counts_all = false;
            continue;
        };
        all.are_taxed |= product.tax().is_valid();
        all.is_any_odd |= product.title().is_absent();
        all.max_places = all.max_places.max(product.price().places_written());
        let (price, quantity) = (product.price().valid(), product.quantity());
        let (Some(price), false) = (price, quantity.is_invalid()) else {
            all.is_any_odd = true;
            counts_all = false;
            continue;
        };
        let count = quantity.valid().unwrap_or(Decimal::ONE);
        all.is_any_odd |= price < Decimal::CENT || count <= Decimal::ZERO;
        let one = SumOfProducts::product(price, count);
        all.out_of_range |= one.total().is_none();
        sum = sum.add(one);
    }
    let total = sum.total();
    all.out_of_range |= total.is_none();
    all.total = total.filter(|_| counts_all);
    all
}

/// Applies the declared members that change the total, in the policy's order.
#[cold]
fn change_total(products: &mut Products, request: &Request<'_>, declared: &DeclaredMembers) {
    let Some(total) = products.total else { return };
    let mut changes =
        request.declared.iter().filter_map(|DeclaredValue { position, slot, .. }| {
            let Declared { on_total, shape, .. } = declared.get(*position)?;
            let on_total = on_total.filter(|_| slot.reaches(Tag::Invalid))?;
            Some((on_total, request.decimal(slot).filter(|_| **shape != PRODUCT)))
        });
    let changed = changes.try_fold(total, |total, change| match change {
        (OnTotal::Hides, _) | (_, None) => None,
        (OnTotal::Adds, Some(amount)) => total.plus(Total::from_decimal(amount)),
        (OnTotal::Subtracts, Some(amount)) => total.plus(Total::from_decimal(amount.negated())),
        (OnTotal::Replaces, Some(amount)) => Total::ZERO.plus(Total::from_decimal(amount)),
    });
    products.total = changed;
    products.is_total_hidden = changed.is_none();
}

/// Fast path: adds up products that no rule has anything to report on. `None` for others.
fn ordinary_products(products: List<'_, schema::Product<'_>>) -> Option<Products> {
    let mut all = Products::default();
    let mut sum = 0u128;
    for product in products.elements() {
        let product = product?;
        let (price, quantity) = (product.price(), product.quantity());
        let amount = price.small()?;
        let count = if quantity.is_absent() { Small::ONE } else { quantity.small()? };
        if amount < Small::CENT || count == Small::ZERO || product.title().is_absent() {
            return None;
        }
        sum += amount.times(count);
        all.are_taxed |= product.tax().is_valid();
        all.max_places = all.max_places.max(price.places_written());
    }
    all.total = Total::of(sum);
    (!products.is_empty() && all.total.is_some()).then_some(all)
}

/// The capabilities that a payout's members activate. A member counts unless it is absent; a flag doesn't count if it
/// is `false`, either. In an SDWO payout, `sdwo_merchant_id` doesn't count.
fn recognised(payout: schema::Payout<'_>, is_sdwo: bool) -> FeatureSet {
    let flag = |field: schema::Recognised<'_>| !field.is_absent() && !field.is_false();
    FeatureSet::EMPTY
        .with_if(
            Feature::PaymentMethodSaving,
            !payout.setup_future_use().is_absent() || flag(payout.force_save_method()),
        )
        .with_if(Feature::TravelData, !payout.travel_data().is_absent())
        .with_if(Feature::AccountFunding, !payout.recipient_client().is_absent())
        .with_if(Feature::DynamicDescriptor, !payout.dynamic_descriptor().is_absent())
        .with_if(Feature::ServiceLocation, !payout.service_location().is_absent())
        .with_if(Feature::Moto, flag(payout.is_moto()))
        .with_if(Feature::SdwoPurchase, !is_sdwo && !payout.sdwo_merchant_id().is_absent())
}

/// A feature, the member that triggers it, and the member that triggers it if the first doesn't.
type Trigger = (Feature, u8, u8);

const fn saving(shape: &Shape) -> Trigger {
    let [member, other] = ["setup_future_use", "force_save_method"];
    (Feature::PaymentMethodSaving, shape.index_of(member), shape.index_of(other))
}

const fn by(shape: &Shape, feature: Feature, member: &str) -> Trigger {
    (feature, shape.index_of(member), shape.index_of(member))
}

static OF_ORDERS: [Trigger; 7] = [
    saving(&ORDER),
    by(&ORDER, Feature::DynamicDescriptor, "dynamic_descriptor"),
    by(&ORDER, Feature::ServiceLocation, "service_location"),
    by(&ORDER, Feature::TravelData, "travel_data"),
    by(&ORDER, Feature::Moto, "is_moto"),
    by(&ORDER, Feature::SdwoPurchase, "sdwo_merchant_id"),
    by(&ORDER, Feature::AccountFunding, "recipient_client"),
];

static OF_PAYOUTS: [Trigger; 7] = [
    saving(&PAYOUT),
    by(&PAYOUT, Feature::TravelData, "travel_data"),
    by(&PAYOUT, Feature::AccountFunding, "recipient_client"),
    by(&PAYOUT, Feature::DynamicDescriptor, "dynamic_descriptor"),
    by(&PAYOUT, Feature::ServiceLocation, "service_location"),
    by(&PAYOUT, Feature::Moto, "is_moto"),
    by(&PAYOUT, Feature::SdwoPurchase, "sdwo_merchant_id"),
];

/// Calls `each` for the members of an order or a payout that can trigger features, in document
/// order. Not every such feature is active, but every feature that a member activates is among
/// them.
pub(crate) fn triggers<'a>(request: &'a Request<'a>, each: &mut dyn FnMut(Feature, Place<'a>)) {
    let order = request.order();
    if let Some(order) = order
        && let Some(taxed) = order.products().objects().find(|product| product.tax().is_valid())
    {
        each(Feature::Taxes, taxed.tax().place());
    }
    for (feature, member, other) in if order.is_some() { &OF_ORDERS } else { &OF_PAYOUTS } {
        let members = [member, other].map(|index| request.whole().field::<Present>(*index));
        if let Some(trigger) = members.into_iter().find(|member| member.is_valid()) {
            each(*feature, trigger.place());
        }
    }
}

/// The members whose presence activates a feature of an order or a payout: at most two.
pub(crate) fn activated_by(feature: Feature, operation: Operation) -> [Option<&'static str>; 2] {
    let is_order = operation == Operation::Order;
    if is_order && feature == Feature::TwoStep {
        return [Some("skip_capture"), None];
    }
    let (table, shape) = if is_order { (&OF_ORDERS, &ORDER) } else { (&OF_PAYOUTS, &PAYOUT) };
    let Some((_, member, other)) = table.iter().find(|(known, ..)| *known == feature) else {
        return [None; 2];
    };
    let name = |index| shape.member(index).map(schema::Member::name);
    [name(*member), name(*other).filter(|_| member != other)]
}
