# Twenty-four of the rules for orders, as paths that violate them.
package order

import rego.v1

products := object.get(input, "products", [])

findings contains "/client" if not input.client

findings contains "/products" if {
	count(products) == 0
	not input.setup_future_use
}

findings contains "/payment_system" if {
	input.payment_system == "AUTH"
	count(products) > 0
}

findings contains sprintf("/products/%d/title", [i]) if {
	some i, product in products
	object.get(product, "title", "") == ""
}

findings contains sprintf("/products/%d/price", [i]) if {
	some i, product in products
	not is_number(product.price)
}

findings contains sprintf("/products/%d/price", [i]) if {
	some i, product in products
	product.price < 0.01
}

findings contains sprintf("/products/%d/quantity", [i]) if {
	some i, product in products
	product.quantity <= 0
}

findings contains "/setup_future_use" if {
	input.setup_future_use
	not input.setup_future_use in {"one-click", "automatic", "recurring"}
}

findings contains "/recurring_number" if {
	input.recurring_number
	object.get(input, "setup_future_use", "") != "recurring"
}

findings contains "/recipient_client" if {
	input.recipient_client
	input.skip_capture == true
}

findings contains "/is_moto" if {
	input.recipient_client
	input.is_moto == true
}

findings contains "/client/address" if not input.client.address

findings contains "/client/zip_code" if not input.client.zip_code

findings contains concat("/", ["/recipient_client", field]) if {
	input.recipient_client
	some field in ["first_name", "last_name", "birth_date", "city", "country", "account_type", "account_number"]
	not input.recipient_client[field]
}

findings contains concat("/", ["/recipient_client", field]) if {
	input.recipient_client.same_as_client == true
	some field in ["first_name", "last_name", "birth_date", "city", "country"]
	input.recipient_client[field] != input.client[field]
}

findings contains "/travel_data" if {
	input.travel_data
	count(input.travel_data) != 1
}

findings contains sprintf("/travel_data/airline_addendum/legs/%d/departure_date", [i]) if {
	some i, leg in input.travel_data.airline_addendum.legs
	count(leg.departure_date) != 8
}

findings contains sprintf("/travel_data/airline_addendum/legs/%d/departure_airport", [i]) if {
	some i, leg in input.travel_data.airline_addendum.legs
	not count(leg.departure_airport) in {3, 4}
}

findings contains sprintf("/travel_data/airline_addendum/legs/%d/carrier_code", [i]) if {
	some i, leg in input.travel_data.airline_addendum.legs
	not count(leg.carrier_code) in {2, 3}
}

findings contains "/travel_data/airline_addendum/n_legs" if {
	airline := input.travel_data.airline_addendum
	airline.n_legs != count(airline.legs)
}

findings contains "/client/birth_date" if {
	input.client.birth_date
	count(split(input.client.birth_date, "-")) != 3
}

findings contains "/client/email" if {
	input.client.email
	not contains(input.client.email, "@")
}

findings contains "/currency" if {
	input.currency
	input.currency != upper(input.currency)
}

findings contains "/dynamic_descriptor" if count(input.dynamic_descriptor) > 25
