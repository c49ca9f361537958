// @ts-check
// A complete translation: what to write for another language.

/**
 * @typedef {import('paylint').Feature} Feature
 * @typedef {import('paylint').Member} Member
 * @typedef {import('paylint').RuleName} RuleName
 */

/**
 * TypeScript finds what is missing.
 *
 * @type {{
 *   body: string;
 *   none: string;
 *   templates: Record<RuleName, string>;
 *   features: Record<Feature, string>;
 *   members: Record<Member, string>;
 * }}
 */
export const german = {
  body: 'die Anfrage',
  none: 'keine',
  templates: {
    'json.too_large':
      'die Anfrage hat {actual} Byte, erlaubt {maximum:ist|sind} höchstens {maximum}',
    'json.malformed':
      'die Anfrage ist kein gültiges JSON: Zeile {line}, Spalte {column}',
    'body.required':
      'die Anfrage ist leer; nur eine volle Erstattung oder eine Stornierung hat keinen Inhalt',
    'json.duplicate_key': '{member} steht mehrmals da; nur der erste Wert zählt',
    'json.ambiguous_key':
      '{member} unterscheidet sich nur in Groß- und Kleinbuchstaben von einer Angabe, die auch da ist',
    'field.number_as_string':
      '{member} ist eine Zahl in Anführungszeichen; bitte ohne schreiben',
    'field.type': '{member} hat den falschen Typ: erwartet {expected}, gefunden {actual}',
    'number.out_of_range':
      '{member} hat zu viele Ziffern; erlaubt sind {integer_digits} vor und {decimal_places} nach dem Komma',
    'number.binary_tail':
      '{member} hat die Ziffern einer binären Gleitkommazahl und gilt als {value}; bitte vor dem Schreiben runden',
    'field.null': '{member} ist null; bitte weglassen oder ausfüllen',
    'field.blank': '{member} ist leer; bitte weglassen oder ausfüllen',
    'field.misspelt':
      '{member} ist hier nicht bekannt; ist „{nearest}“ gemeint, das fehlt?',
    'field.unknown':
      '{member} ist hier nicht bekannt; wenn es gewollt ist, gehört es in die `members` der Richtlinie',
    'field.control_characters': '{member} enthält ein Steuerzeichen, etwa einen Zeilenumbruch',
    'order.client_required': '{member} fehlt; jede Bestellung braucht ihn',
    'order.products_required':
      '{member}: {missing:fehlen|sind leer}; nur eine Bestellung, die ein Zahlungsmittel speichert oder AUTH verwendet, hat keine',
    'order.auth_with_products':
      '{member} ist AUTH, aber die Bestellung hat Produkte; AUTH ist für Bestellungen ohne Betrag',
    'order.total_out_of_range':
      '{member}: jedes Produkt und die Summe müssen unter {below} bleiben',
    'product.title_required': '{member} fehlt; jedes Produkt braucht eine',
    'product.price_required': '{member} fehlt; jedes Produkt braucht einen',
    'product.price_minimum': '{member} {deny:muss|sollte} mindestens {minimum} sein, nicht {actual}',
    'product.quantity_positive': '{member} muss mehr als {above} sein, nicht {actual}',
    'zero_amount.saving_required':
      '{member} fehlt; eine Bestellung ohne Produkte mit AUTH muss ein Zahlungsmittel speichern',
    'zero_amount.saves_nothing':
      '{member} ist false, so dass die Bestellung ohne Betrag nichts speichert',
    'zero_amount.payment_system':
      '{member} muss {expected} sein, weil die Bestellung ohne Produkte ein Zahlungsmittel speichert',
    'zero_amount.payment_system_missing':
      '{member} fehlt; eine Bestellung ohne Produkte, die ein Zahlungsmittel speichert, wird mit {expected} gesendet',
    'zero_amount.skip_capture':
      '{member} ist true, aber eine Bestellung ohne Betrag hat nichts einzuziehen',
    'compat.pair': '{at}{features.1} und {features.0} lassen sich nicht verbinden',
    'compat.disputed':
      '{at}die Tabelle des Zahlungsdienstes widerspricht sich bei {features.1} und {features.0}',
    'saving.setup_future_use_value': '{member} muss eines von {one_of} sein',
    'saving.recurring_number_misplaced':
      '{member} gehört nur zu einer wiederkehrenden Zahlung (recurring)',
    'saving.recurring_number_required':
      '{member} fehlt; diese Bank verlangt sie für wiederkehrende Zahlungen',
    'saving.original_client_required':
      '{member} fehlt; ein beim Dienst gespeichertes Zahlungsmittel gehört zu einem Kunden',
    'saving.travel_mode': '{member} ist recurring, muss bei Reisedaten aber {one_of} sein',
    'saving.travel_mode_missing': '{member} fehlt; bei Reisedaten muss es {one_of} sein',
    'saving.three_ds_required':
      'der Schlüssel hat 3-D Secure ausgeschaltet; eine Karte aus der EU für einen Händler in Europa zu speichern verlangt es',
    'avs.address_required': '{member} fehlt; AVS braucht die Rechnungsadresse',
    'avs.zip_code_required': '{member} fehlt; AVS braucht die Rechnungsadresse',
    'avs.issuer_support':
      'die Karte kommt aus {issuer_country}; nur Banken in den USA, Kanada und Großbritannien müssen AVS können',
    'avs.later_charge_without_address':
      '{member} fehlt; mit AVS kann eine Bestellung ohne Rechnungsadresse scheitern, auch wenn sie ein gespeichertes Zahlungsmittel belastet',
    'funding.recipient_required': '{member} fehlt; eine Kontoaufladung braucht ihn',
    'funding.recipient_field_required': '{member} fehlt; eine Kontoaufladung braucht die Angabe',
    'funding.recipient_address_required':
      '{member} fehlt; eine Kontoaufladung über ein Kartennetz braucht sie',
    'funding.same_as_client_missing':
      '{member} fehlt; zu sagen ist, ob der Empfänger der Kunde selbst ist',
    'funding.same_as_client_mismatch':
      '{member} weicht vom Kunden ab, obwohl der Empfänger der Kunde sein soll',
    'funding.account_type_format': '{member} muss aus genau {digits} Ziffern bestehen',
    'funding.client_field_required':
      '{member} fehlt; eine Kontoaufladung über ein Kartennetz braucht die Angabe',
    'funding.client_state_required':
      '{member} fehlt; eine Kontoaufladung mit einer Karte aus {issuer_country} braucht ihn',
    'funding.client_advised':
      '{member} sollte sagen, wer bezahlt: {members}',
    'travel.exactly_one': '{member} muss genau eine Art von Reise haben; da sind {present}',
    'travel.date_format': '{member} muss aus genau {digits} Ziffern bestehen',
    'travel.date_calendar': '{member} ist kein Tag des Kalenders',
    'travel.date_order': '{member} ist {second} und damit vor dem ersten Tag, {first}',
    'travel.leg_order':
      '{member} ist {second}, vor dem Abflug der vorigen Teilstrecke, {first}',
    'travel.leg_airports':
      '{member} ist der Flughafen, von dem die Teilstrecke abgeht',
    'travel.field_missing': '{member} fehlt; Reisedaten dieser Art sollten die Angabe haben',
    'travel.airport_code':
      '{member} muss das Kürzel eines Flughafens sein, drei oder vier Großbuchstaben wie RIX',
    'travel.carrier_code':
      '{member} muss das IATA-Kürzel einer Fluggesellschaft sein, wie BT',
    'travel.leg_count':
      '{member} ist {actual}, aber es gibt {legs} {legs:Abschnitt|Abschnitte}',
    'capture.total_required': '{member} fehlt; jeder Einzug braucht ihn',
    'capture.total_minimum': '{member} {deny:muss|sollte} mindestens {minimum} sein, nicht {actual}',
    'capture.exceeds_order':
      '{member} darf höchstens {maximum} sein, der Betrag der Bestellung, nicht {actual}',
    'capture.two_step_only': 'nur eine zweistufige Zahlung wird eingezogen; dies ist {scenario}',
    'capture.only_once':
      '{captured} wurden schon eingezogen, und eine Zahlung wird nur einmal eingezogen',
    'capture.hold_expired':
      'die Zahlung vom {paid_at} war höchstens bis {held_until} vorgemerkt; jetzt ist {now}',
    'capture.reversed': 'die Zahlung wurde storniert; einzuziehen ist nichts mehr',
    'refund.amount_required':
      '{member} fehlt; eine Teilerstattung braucht ihn, eine volle hat keinen Inhalt',
    'refund.amount_minimum': '{member} {deny:muss|sollte} mindestens {minimum} sein, nicht {actual}',
    'refund.exceeds_remaining':
      '{member} darf höchstens {maximum} sein, der Rest der Zahlung, nicht {actual}',
    'refund.nothing_left': '{refunded} wurden schon erstattet; zu erstatten ist nichts mehr',
    'refund.full_after_partial':
      '{refunded} wurden schon erstattet; klarer ist eine Teilerstattung über den Rest, {remaining}',
    'refund.not_captured':
      'von dieser zweistufigen Zahlung ist noch nichts eingezogen; bitte stornieren oder verfallen lassen',
    'refund.too_old':
      'erstattet wird zwei Jahre lang; die Zahlung ist vom {paid_at}, jetzt ist {now}',
    'refund.chargeback':
      'zu der Zahlung gibt es eine Rückbuchung; die Bank kann die Erstattung ablehnen',
    'refund.reversed': 'die Zahlung wurde storniert; zu erstatten ist nichts mehr',
    'refund.of_avs':
      'die Zahlung hatte AVS, das in der Tabelle bei Erstattung und Stornierung fehlt; wahrscheinlich geht es',
    'reversal.body_forbidden':
      'eine Stornierung hat keinen Inhalt, denn sie gilt immer dem ganzen Betrag',
    'reversal.same_day':
      'storniert wird am Tag der Zahlung; diese ist vom {paid_on}, heute ist {today}',
    'reversal.after_partial_capture':
      'nur {captured} von {amount} wurden eingezogen, und eine Stornierung gilt immer dem ganzen Betrag',
    'reversal.after_refund':
      '{refunded} wurden schon erstattet, und eine Stornierung gilt immer dem ganzen Betrag',
    'reversal.already_reversed': 'die Zahlung wurde schon storniert',
    'payout.amount_required': '{member} fehlt; jede Auszahlung braucht ihn',
    'payout.amount_minimum': '{member} {deny:muss|sollte} mindestens {minimum} sein, nicht {actual}',
    'payout.ipsp_partner_only':
      'nur IPSP-Partner zahlen über SDWO aus, und der Händler ist keiner',
    'payout.account_type_format': '{member} muss aus genau {digits} Ziffern bestehen',
    'payout.field_missing': '{member} fehlt; {payout} sollte die Angabe haben',
    'payout.field_not_used': '{member} gehört nicht in {payout}; bitte weglassen',
    'payout.a2a_one_person':
      '{member} ist nicht das des Absenders, aber eine A2A-Auszahlung bleibt bei einer Person',
    'payment.of_payout':
      'das Dokument zeigt Kartendaten nur von Bestellungen, nicht von Auszahlungen; geprüft wurden nur die Formate der Angaben, die es zeigt',
    'payment.field_required': '{member} fehlt; jede Kartenzahlung braucht die Angabe',
    'payment.csc_required': '{member} fehlt; nur eine MOTO-Zahlung ohne AVS hat keine',
    'payment.csc_with_moto': '{member} gehört nicht in eine MOTO-Zahlung',
    'payment.card_number_format':
      '{member} muss aus {minimum_digits} bis {maximum_digits} Ziffern ohne Leerzeichen bestehen',
    'payment.card_number_checksum':
      '{member} hat eine falsche Prüfziffer und ist wahrscheinlich vertippt',
    'payment.csc_format':
      '{member} muss aus {minimum_digits} oder {maximum_digits} Ziffern bestehen',
    'payment.exp_year_digits':
      '{member} muss die letzten zwei Ziffern des Jahres haben, {minimum} bis {maximum}',
    'payment.card_expired': 'die Karte ist abgelaufen; die Anfrage ist aus dem Monat {month}',
    'payment.ip_address_format': '{member} muss eine IPv4- oder IPv6-Adresse sein, sonst nichts',
    'payment.saving_not_set_up':
      '{member} ist true, aber die Bestellung hat das Speichern nicht angelegt',
    'payment.saved_by_merchant_missing':
      '{member} muss true sein; die Bestellung speichert ein Zahlungsmittel beim Händler',
    'payment.saved_by_merchant_misplaced':
      '{member} ist true, aber der Dienst verwahrt das Zahlungsmittel; bitte weglassen',
    'payment.avs_without_address':
      '{member} ist true, aber die Bestellung hatte keine Rechnungsadresse zum Vergleichen',
    'card.exp_month_range': '{member} muss von {minimum} bis {maximum} sein',
    'client.email_required': '{member} fehlt; jeder Kunde braucht eine',
    'tax.name_required': '{member} fehlt; jede Steuer braucht einen',
    'tax.percent_required': '{member} fehlt; jede Steuer braucht einen',
    'tax.percent_range': '{member} muss von {minimum} bis {maximum} sein, nicht {actual}',
    'date.format':
      '{member} muss ein Tag des Kalenders sein, geschrieben als {format}, von 1900 bis 2199',
    'date.birth_in_future': '{member} liegt nach dem Tag der Anfrage, {today}',
    'code.currency': '{member} muss ein Währungskürzel nach ISO 4217 sein, wie EUR',
    'code.country': '{member} muss ein Länderkürzel nach ISO 3166-1 sein, wie LV oder LVA',
    'code.region': '{member} muss das Kürzel einer Region sein, wie US-CA oder CA',
    'code.state':
      '{member} muss das Kürzel eines Staats oder einer Provinz von {country} sein, zwei Großbuchstaben wie {example}',
    'code.language': '{member} muss ein Sprachkürzel nach ISO 639-1 sein, wie lv oder en-GB',
    'amount.minor_units':
      '{member} ist {actual}, aber Beträge in {currency} haben {minor_units} Nachkommastelle{minor_units:|n}',
    'amount.total_minor_units':
      '{member}: die Summe ist {actual}, aber Beträge in {currency} haben {minor_units} {minor_units:Nachkommastelle|Nachkommastellen}',
    'contact.email_format': '{member} ist keine gültige E-Mail-Adresse',
    'descriptor.length':
      '{member} hat {actual} Zeichen, ein Kontoauszug zeigt höchstens {maximum}',
    'descriptor.characters':
      '{member} muss einen Buchstaben haben und nur ASCII-Zeichen, keine spitzen Klammern, Backslashes, Anführungszeichen und Sterne',
    'http.method': 'die Methode muss {expected} sein{actual|, nicht |}',
    'http.path': 'der Pfad muss {expected} sein, wie für diesen Vorgang vorgesehen',
    'http.version_prefix': 'der Pfad muss mit der Version beginnen, etwa /api/v0.6/',
    'http.version':
      'der Pfad nennt eine andere Version als {expected}, deren Regeln dies sind',
    'http.authorization':
      'die Kopfzeile {header} {missing:fehlt|ist falsch}; sie muss Bearer und einen Schlüssel haben',
    'http.content_type':
      'die Kopfzeile {header} {missing:fehlt|ist falsch}; sie muss {expected} sein',
    'key.test_in_live': 'der Schlüssel ist nur für Tests, aber dies ist der echte Betrieb',
    'key.brand': 'der Schlüssel gilt nicht für Karten dieser Marke',
    'key.website': 'der Schlüssel gilt nicht für diese Website',
    'webhook.method': 'die Methode muss eine von {one_of} sein{actual|, nicht |}',
    'webhook.content_type':
      'die Kopfzeile {header} {missing:fehlt|ist falsch}; sie muss {expected} sein',
    'webhook.event':
      'die Kopfzeile {header} {missing:fehlt|ist falsch}; sie muss das Ereignis nennen',
    'webhook.version':
      'die Kopfzeile {header} {missing:fehlt|ist falsch}; sie muss eine Version nennen, etwa v0.6',
    'webhook.host':
      'die Kopfzeile {header} {missing:fehlt|ist falsch}; sie muss die eigene Domain nennen',
    'webhook.source_address': 'die Nachricht kommt von einer Adresse, die nicht erlaubt ist',
    'webhook.event_not_shown':
      'das Dokument zeigt nur den Inhalt von Kartenereignissen; die Angaben dieses Ereignisses wurden nicht geprüft',
    'webhook.field_missing': '{member} fehlt in der Nachricht zur Karte',
    'webhook.pan_not_masked':
      '{member} zeigt mehr als {maximum_digits} Ziffern, ist also nicht unkenntlich gemacht',
  },
  features: {
    one_step: 'eine einstufige Zahlung',
    two_step: 'eine zweistufige Zahlung',
    zero_amount: 'eine Zahlung ohne Betrag',
    full_refund: 'eine volle Erstattung',
    partial_refund: 'eine Teilerstattung',
    reversal: 'eine Stornierung',
    recurring: 'eine wiederkehrende Zahlung',
    recurring_automatic: 'eine automatische Zahlung',
    one_click: 'eine Zahlung mit einem Klick',
    payment_method_saving: 'das Speichern des Zahlungsmittels',
    travel_data: 'Reisedaten',
    account_funding: 'eine Kontoaufladung',
    dynamic_descriptor: 'ein eigener Buchungstext',
    service_location: 'ein Ort der Leistung',
    qcash: 'QCash',
    moto: 'MOTO',
    sdwo_funding: 'eine SDWO-Aufladung',
    sdwo_purchase: 'ein SDWO-Kauf',
    taxes: 'Steuern',
    avs: 'AVS',
    payout_a2a: 'eine A2A-Auszahlung',
    payout_b2p: 'eine B2P-Auszahlung',
    payout_p2p: 'eine P2P-Auszahlung',
    payout_og: 'eine OG-Auszahlung',
    payout_sdwo: 'eine SDWO-Auszahlung',
  },
  members: {
    account_number: 'Kontonummer',
    account_type: 'Art des Kontos',
    address: 'Adresse',
    airline_addendum: 'Flug',
    amount: 'Betrag',
    avs: 'AVS',
    avs_status: 'Ergebnis von AVS',
    birth_date: 'Geburtsdatum',
    booking_number: 'Buchungsnummer',
    car_rental: 'Mietwagen',
    card_number: 'Kartennummer',
    card_type: 'Art der Karte',
    cardholder_name: 'Name auf der Karte',
    carrier_code: 'Kürzel der Fluggesellschaft',
    carrier_name: 'Fluggesellschaft',
    checkin_date: 'Anreise',
    checkout_date: 'Abreise',
    city: 'Ort',
    client: 'Kunde',
    country: 'Land',
    cruise: 'Kreuzfahrt',
    csc: 'Prüfnummer',
    currency: 'Währung',
    customer_ref: 'Kundenreferenz',
    departure_airport: 'Abflughafen',
    departure_date: 'Tag der Abreise',
    description: 'Beschreibung',
    destination_airport: 'Zielflughafen',
    dynamic_descriptor: 'Buchungstext',
    email: 'E-Mail-Adresse',
    exp_month: 'Ablaufmonat',
    exp_year: 'Ablaufjahr',
    first_name: 'Vorname',
    force_save_method: 'Speichern ohne Nachfrage',
    ground_transportation: 'Reise auf Straße oder Schiene',
    id: 'Kennung',
    ip_address: 'IP-Adresse',
    is_default: 'Standardkarte',
    is_moto: 'MOTO',
    issuer_country: 'Land der Bank',
    language: 'Sprache',
    last_name: 'Nachname',
    legs: 'Abschnitte',
    lodging: 'Unterkunft',
    masked_pan: 'unkenntliche Kartennummer',
    merchant: 'Händler',
    n_legs: 'Zahl der Abschnitte',
    name: 'Name',
    original_client: 'früherer Kunde',
    passenger_name: 'Name des Fluggastes',
    payment_system: 'Zahlungssystem',
    percent: 'Prozentsatz',
    pickup_date: 'Tag der Abholung',
    price: 'Preis',
    product_type: 'Art des Produkts',
    products: 'Produkte',
    quantity: 'Menge',
    recipient_address: 'Adresse des Empfängers',
    recipient_client: 'Empfänger',
    recurring_number: 'Nummer der wiederkehrenden Zahlung',
    region: 'Region',
    region_card_issuer: 'Region der Bank',
    return_date: 'Tag der Rückkehr',
    same_as_client: 'Empfänger ist der Kunde',
    saved_by_merchant: 'beim Händler gespeichert',
    sdwo_merchant_id: 'SDWO-Händler',
    send_to_email: 'Nachricht per E-Mail',
    sender_account_number: 'Kontonummer des Absenders',
    sender_account_type: 'Art des Kontos des Absenders',
    sender_address: 'Adresse des Absenders',
    sender_birth_date: 'Geburtsdatum des Absenders',
    sender_city: 'Ort des Absenders',
    sender_country: 'Land des Absenders',
    sender_name: 'Name des Absenders',
    sender_postal_code: 'Postleitzahl des Absenders',
    service_class: 'Reiseklasse',
    service_location: 'Ort der Leistung',
    setup_future_use: 'spätere Verwendung',
    signature: 'Signatur',
    skip_capture: 'späterer Einzug',
    state: 'Bundesstaat',
    tax: 'Steuer',
    ticket_issue_date: 'Ausstellungstag',
    ticket_number: 'Flugscheinnummer',
    title: 'Bezeichnung',
    total: 'Gesamtbetrag',
    transaction_type: 'Art des Vorgangs',
    travel_data: 'Reisedaten',
    trip_number: 'Reisenummer',
    zip_code: 'Postleitzahl',
  },
};
