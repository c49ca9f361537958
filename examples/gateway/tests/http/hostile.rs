//! Requests from attackers and broken clients. After each the service must still work.

use crate::support::{
    HEADERS, ORDER, ORDERS, exchange, padded, read_answer, request, start, start_with,
};
use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::{Duration, Instant};

const LIMIT: usize = 262_144;

#[test]
fn the_policys_limit_is_kept_to_the_byte() {
    let server = start();
    server.post(ORDERS, padded(ORDER, LIMIT)).assert_accepted("order");
    // What is sent after the limit is read and thrown away, so that the answer is seen.
    for length in [LIMIT + 1, 6 << 20] {
        let answer = server.post(ORDERS, padded(ORDER, length));
        answer.assert_rejected(400, &["json.too_large #"]);
        let detail = format!("the body has {length} bytes, but at most {LIMIT} are accepted");
        assert_eq!(answer.json()["detail"], detail);
    }
    server.assert_well();
}

#[test]
fn a_body_without_end_is_cut_off() {
    let server = start();
    let mut stream = server.connect();
    let head = format!("POST {ORDERS} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
    let mut sent = 0;
    // The service closes the connection long before a gigabyte.
    while sent < 1 << 30 && stream.write_all(&chunk).is_ok() {
        sent += chunk.len();
    }
    assert!(sent < 1 << 27, "{sent} bytes were taken");
    assert_eq!(server.log(1)[0]["denied"][0], "json.too_large");
    server.assert_well();
}

#[test]
fn a_body_that_ends_early_is_rejected() {
    let server = start();
    let whole = request(ORDERS, HEADERS, ORDER.as_bytes());
    for (lines, end) in [(1, Shutdown::Write), (2, Shutdown::Both)] {
        let mut stream = server.connect();
        stream.write_all(&whole[..whole.len() - 1]).unwrap();
        stream.shutdown(end).unwrap();
        let line = &server.log(lines)[lines - 1];
        assert_eq!((&line["operation"], &line["status"]), (&"order".into(), &400.into()));
        assert!(line["verdict"].is_null());
    }
    server.assert_well();
}

#[test]
fn a_body_that_takes_too_long_is_not_waited_for() {
    let server = start_with(|setup, _| setup.body_timeout = Duration::from_millis(300));
    let whole = request(ORDERS, HEADERS, ORDER.as_bytes());
    let start = Instant::now();
    let mut stream = server.connect();
    // A byte now and then does not keep it open.
    stream.write_all(&whole[..whole.len() - 50]).unwrap();
    for byte in &whole[whole.len() - 50..] {
        if stream.write_all(&[*byte]).is_err() || start.elapsed() > Duration::from_millis(600) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(server.log(1)[0]["status"], 408);
    assert_eq!(read_answer(&mut stream).status, 408);
    server.assert_well();
}

#[test]
fn what_is_not_json_is_malformed() {
    let server = start();
    let bodies: [&[u8]; 7] = [
        b"{\"client\":{\"email\":\"\xff\"}}",
        b"{\"client\":\"\xed\xa0\x80\"}",
        b"{\"client\":\"\\ud800\"}",
        b"\xef\xbb\xbf{}",
        b"{}{}",
        b"\0",
        b"client=1&products=2",
    ];
    for body in bodies {
        server.post(ORDERS, body).assert_rejected(400, &["json.malformed #"]);
    }
    for bracket in ["[", "{\"a\":"] {
        let body = bracket.repeat(100_000 / bracket.len());
        server.post(ORDERS, body).assert_rejected(400, &["json.malformed #"]);
    }
    server.assert_well();
}

#[test]
fn many_mistakes_make_a_short_answer() {
    let server = start();
    let products = vec!["{}"; 60_000].join(",");
    let answer = server.post(ORDERS, format!("{{\"products\":[{products}]}}"));
    assert_eq!((answer.status, answer.errors().len()), (400, 50));
    let many = ORDER.replacen('{', &format!("{{{}", "\"x\":1,".repeat(20_000)), 1);
    let answer = server.post(ORDERS, many);
    answer.assert_accepted("order");
    assert_eq!(answer.header("paylint-warnings"), Some("field.unknown"));
}

#[test]
fn odd_headers() {
    let server = start();
    let send = |headers: &[u8]| {
        exchange(&mut server.connect(), &request(ORDERS, headers, ORDER.as_bytes()))
    };
    // A first header that isn't text isn't passed over for a second.
    let two = [b"Authorization: Bearer \xff\r\n".as_slice(), HEADERS].concat();
    send(&two).assert_rejected(403, &["http.authorization #"]);
    // The first counts.
    let two = [HEADERS, b"authorization: Basic x\r\n"].concat();
    send(&two).assert_accepted("order");
    // Spaces around it, another case, an empty one next to it.
    let loose = b"AUTHORIZATION:   bEARER   sk_example  \r\nX-Empty:\r\n\
        content-type:\tApplication/JSON; charset=\"UTF-8\"\r\n";
    let answer = send(loose);
    answer.assert_accepted("order");
    assert_eq!(answer.header("paylint-warnings"), None);
    let answer = send(b"Authorization: Bearer sk_example\r\n");
    answer.assert_accepted("order");
    assert_eq!(answer.header("paylint-warnings"), Some("http.content_type"));
    assert_eq!(send(&b"X-Many: 1\r\n".repeat(5_000)).status, 431);
    assert_eq!(send(b"X Y: 1\r\n").status, 400);
    server.assert_well();
}

#[test]
fn what_is_not_http_is_rejected() {
    let server = start();
    for bytes in
        [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".as_slice(), b"\r\n\r\n\0\0\r\n\r\n"]
    {
        let mut stream = server.connect();
        stream.write_all(bytes).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 400"), "{answer:?}");
    }
    server.assert_well();
}

#[test]
fn requests_one_behind_the_other_are_answered_in_turn() {
    let server = start();
    let mut stream = server.connect();
    let mut pipeline = Vec::new();
    for turn in 0..30 {
        let body = ORDER.replace("12.5", &format!("{turn}.5"));
        let body = if turn % 3 == 0 { "{}".to_owned() } else { body };
        pipeline.extend(request(ORDERS, HEADERS, body.as_bytes()));
    }
    stream.write_all(&pipeline).unwrap();
    for turn in 0..30 {
        let answer = read_answer(&mut stream);
        if turn % 3 == 0 {
            assert_eq!(answer.status, 400);
        } else {
            assert_eq!(answer.json()["report"]["total"], format!("{turn}.5"));
        }
    }
}

#[test]
fn two_hundred_at_once() {
    let server = start();
    std::thread::scope(|scope| {
        for number in 0..200 {
            let server = &server;
            scope.spawn(move || {
                let price = if number % 4 == 0 { "0".to_owned() } else { format!("{number}.25") };
                let answer = server.post(ORDERS, ORDER.replace("12.5", &price));
                if number % 4 == 0 {
                    answer.assert_rejected(400, &["product.price_minimum #/products/0/price"]);
                } else {
                    assert_eq!(answer.json()["report"]["total"], price);
                }
            });
        }
    });
    let log = server.log(200);
    let rejected = log.iter().filter(|line| line["verdict"] == "reject").count();
    assert_eq!((log.len(), rejected), (200, 50));
}
