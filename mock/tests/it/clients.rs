//! Flows of public clients: what they send, and what they read.

use super::*;

#[test]
fn shop_module_reaches_the_checkout() {
    let mock = Mock::start(&["--policy", "shop-members"]);
    let find = "/api/v0.6/clients/?filter_email=ada%40mail.example&filter_phone=%2B37126123456";
    mock.done("/clients/", json!({"email": "eve@mail.example"}));
    assert_eq!(mock.get(find).1["results"], json!([]));
    mock.done("/clients/", json!({"email": "ada@mail.example", "phone": "+37126123456"}));
    let found = mock.get(find).1["results"][0]["id"].clone();
    let members = json!({"number": "42", "success_redirect": "https://shop.example/paid",
        "failure_redirect": "https://shop.example/failed", "cancel_redirect": "https://shop.example/cart"});
    let mut new = with(order(), members);
    new["client"]["original_client"] = found.clone();
    let new = mock.done("/orders/", new);
    assert_eq!(new["client"]["id"], found);
    let checkout = new["full_page_checkout"].as_str().unwrap();
    let page = mock.get(checkout).1;
    assert!(page.as_str().unwrap().contains("<h1>100 EUR</h1>"), "{page}");
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    for (choice, code, goes_to, status) in [
        ("do=cancel", 303, "location: https://shop.example/cart", "issued"),
        ("do=decline", 303, "location: https://shop.example/failed", "failed"),
        ("do=pay", 303, "location: https://shop.example/paid", "paid"),
        ("do=decline", 400, "", "paid"),
    ] {
        let (head, _) = mock.exchange("POST", checkout, form, choice).unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {code}")), "{head}");
        assert!(head.contains(goes_to), "{head}");
        assert_eq!(mock.shown(&new)["status"], status);
    }
    assert_eq!(mock.shown(&new)["number"], "42");
    let to = json!({"failure_redirect": "https://shop.example/failed"});
    let link = mock.done("/orders/", with(order(), to))["link"].as_str().unwrap().to_owned();
    let (head, _) = mock.exchange("POST", &link, form, "do=cancel").unwrap();
    assert!(head.contains("location: https://shop.example/failed"), "{head}");
}

#[test]
fn a_plugin_posts_a_card_as_a_form() {
    let mut mock = Mock::start(&[]);
    let multipart = "--x1\r\nContent-Disposition: form-data; name=\"cardholder_name\"\r\n\r\nADA\r\n\
        --x1\r\nContent-Disposition: form-data; name=\"number\"\r\n\r\n4111111111111111\r\n\
        --x1\r\nContent-Disposition: form-data; name=\"exp_month\"\r\n\r\n07\r\n\
        --x1\r\nContent-Disposition: form-data; name=\"exp_year\"\r\n\r\n29\r\n\
        --x1\r\nContent-Disposition: form-data; name=\"csc\"\r\n\r\n123\r\n--x1--\r\n";
    let plain =
        "cardholder_name=ADA+L&card_number=4111111111111111&exp_month=12&exp_year=29&csc=123";
    for (kind, body) in [
        ("multipart/form-data; boundary=x1", multipart),
        ("application/x-www-form-urlencoded", plain),
    ] {
        let to = json!({"success_redirect": "https://shop.example/paid"});
        let new = mock.done("/orders/", with(order(), to));
        let kind = format!("Content-Type: {kind}\r\nAccept: text/html\r\n");
        let direct_post = new["direct_post"].as_str().unwrap();
        // The shopper's browser has no key.
        mock.key = "";
        let (head, answer) = mock.exchange("POST", direct_post, &kind, body).unwrap();
        assert!(head.contains("location: https://shop.example/paid"), "{head} {answer}");
        let (status, again) = mock.send("POST", direct_post, &kind, body);
        assert_eq!(status, 400, "{again}");
        mock.key = "sk_example";
        let paid = mock.shown(&new);
        assert_eq!(paid["transaction_details"]["card_masked_pan"], "************1111");
    }
}

#[test]
fn an_sdk_finds_the_members_that_its_model_has() {
    let mock = Mock::start(&[]);
    let bare = json!({"client": {"email": "ada@mail.example"}, "products": [{"title": "Lamp", "price": 0.35, "quantity": 3}]});
    let new = mock.done("/orders/", bare);
    for (pointer, value) in [
        ("/number", json!("1")),
        ("/currency", json!("EUR")),
        ("/client/id", new["id"].clone()),
        ("/link", new["full_page_checkout"].clone()),
        ("/subtotal", json!(1.05)),
        ("/total_tax", json!(0)),
        ("/issued", json!("2026-11-20T10:15:00Z")),
        ("/modified", json!("2026-11-20T10:15:00Z")),
        ("/paid", Value::Null),
        ("/captured", Value::Null),
        ("/status_changes/0/status", json!("issued")),
        ("/products/0/id", json!("product-1")),
        ("/products/0/total", json!(1.05)),
        ("/permitted_actions", json!(["pay"])),
        ("/transaction_details/errors", json!([])),
    ] {
        assert_eq!(new.pointer(pointer), Some(&value), "{pointer}");
    }
    let list = mock.get("/api/v0.6/orders/?filter_email=none").1;
    assert_eq!(
        (&list["next"], &list["previous"], &list["results"][0]),
        (&Value::Null, &Value::Null, &new)
    );
}

#[test]
fn a_long_list_comes_in_pages() {
    let mock = Mock::start(&[]);
    (0..51).for_each(|_| _ = mock.done("/orders/", order()));
    let first = mock.get("/api/v0.6/orders/").1;
    assert_eq!(first["results"][0]["number"], "51");
    let next = first["next"].as_str().unwrap().split_once("/api").unwrap().1;
    let second = mock.get(&format!("/api{next}")).1;
    assert_eq!((&second["results"][0]["number"], &second["next"]), (&json!("1"), &Value::Null));
    assert!(second["previous"].as_str().unwrap().ends_with("/orders/?page=1"));
}

#[test]
fn refusals_have_the_form_that_is_accepted() {
    let mock = Mock::start(&[]);
    let ask = |accept: &str| {
        let headers = format!("Accept: {accept}\r\n");
        let (head, body) = mock.exchange("POST", "/api/v0.6/orders/", &headers, "{}").unwrap();
        (head, serde_json::from_str::<Value>(&body).unwrap())
    };
    let (head, problem) = ask("*/*");
    assert!(head.contains("content-type: application/problem+json"), "{head}");
    assert_eq!(problem.get("__all__"), None);
    let (head, error) = ask("application/json");
    assert!(head.contains("content-type: application/json"), "{head}");
    assert_eq!(error["__all__"][0]["code"], error["errors"][0]["rule"]);
    assert_eq!(error["__all__"][0]["message"], error["message"]);
}

#[test]
fn undocumented_endpoints_are_not_found() {
    let mock = Mock::start(&[]);
    let new = mock.done("/orders/", order());
    let client = mock.done("/clients/", json!({"email": "ada@mail.example"}));
    let client = format!("/api/v0.6/clients/{}/", client["id"].as_str().unwrap());
    let order = format!("/api/v0.6{}", path(&new, ""));
    for (method, path) in [
        ("POST", &*format!("{order}cancel/")),
        ("DELETE", &order),
        ("PATCH", &client),
        ("GET", "/api/v0.6/taxes/"),
        ("GET", "/api/v0.6/brands/"),
    ] {
        let (status, error) = mock.send(method, path, "", "");
        assert_eq!(status, 404);
        assert!(error.to_string().contains("the document shows no"), "{error}");
    }
}

#[test]
fn every_request_needs_a_key() {
    let mut mock = Mock::start(&[]);
    let new = mock.done("/orders/", order());
    mock.key = "";
    assert_eq!(mock.post("/api/v0.6/orders/", order()).0, 403);
    for path in ["/api/v0.6/orders/".to_owned(), format!("/api/v0.6{}", path(&new, ""))] {
        let (status, refused) = mock.get(&path);
        assert_eq!(status, 403);
        assert!(refused["detail"].as_str().unwrap().contains("Authorization"), "{refused}");
    }
}

#[test]
fn pages_of_this_machine_may_ask() {
    let mock = Mock::start(&[]);
    for (origin, is_allowed) in [
        ("http://localhost:5173", true),
        ("http://[::1]", true),
        ("http://127.0.0.1:80", true),
        ("http://127.evil.example", false),
        ("https://evil.example", false),
    ] {
        let ask = format!("Origin: {origin}\r\nAccess-Control-Request-Headers: authorization\r\n");
        let (head, _) = mock.exchange("OPTIONS", "/api/v0.6/orders/", &ask, "").unwrap();
        let allows = format!("access-control-allow-origin: {origin}");
        assert_eq!(head.contains(&allows), is_allowed, "{head}");
        assert_eq!(head.contains("access-control-allow-headers: authorization"), is_allowed);
        assert_eq!(head.contains("access-control-allow-methods: GET, POST"), is_allowed);
    }
    let help = mock.get("/").1;
    let output = command().arg("--help").output().unwrap();
    for text in [help.as_str().unwrap(), &String::from_utf8(output.stdout).unwrap()] {
        for control in ["/_mock/next", "/_mock/webhooks/N/resend", "Paylint-Mock-Now"] {
            assert!(text.contains(control), "{control}: {text}");
        }
    }
}
