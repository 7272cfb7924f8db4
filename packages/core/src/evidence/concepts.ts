/**
 * Synonyms of property names: `priceCurrency`, `Währung` and `og:price:currency` are one concept, and a property called
 * `currency` asks for it.
 *
 * Labels in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Japanese, Chinese, Korean and Russian,
 * and some in the Scandinavian languages, besides the names of schema.org, Open Graph and Dublin Core. The first word of a
 * line names the concept; a name that stands in two lines belongs to the first.
 */
const lines = `
name: name, title, headline, titel, bezeichnung, uberschrift, nom, titre, nombre, titulo, og title, twitter title, dc title, citation title, heading, titolo, nome, naam, nazwa, 名称, 名前, 品名, 商品名, タイトル, 作品名, 件名, 标题, 名稱, 제목, 이름, название, наименование
original title: original title, originaltitel, titre original, titulo original, titolo originale, oorspronkelijke titel, tytul oryginalny, 原題, 原名, 외국제목, 원제, оригинальное название, original name
product name: product name, produktname, artikelname, nom du produit, nombre del producto, 製品名, 商品名称, 品目
person name: person name, full name
description: description, beschreibung, descripcion, og description, twitter description, summary, zusammenfassung, abstract, resume, resumen, dc description, teaser, excerpt, short description, kurzbeschreibung, descrizione, omschrijving, beschrijving, descricao, opis, sommario, 説明, 商品説明, 概要, 紹介文, 描述, 简介, 설명, описание, about this item, beschreibung des artikels, uber das produkt, descripcion del producto
price: price, preis, prix, precio, product price amount, og price amount, price amount, amount, cost, kosten, eintritt, einzelpreis, verkaufspreis, sale price, current price, unit price, pricing, prezzo, prijs, preco, cena, pris, 価格, 販売価格, 税込価格, 値段, 料金, 参加費, 入場料, 价格, 售价, 가격, цена, guide price, asking price, eintrittspreis, kaufpreis, tarif, tarifs, ticket price, ticketpreis, entree, ingresso, entradas, admission, fee, prix de vente, discount price, discounted price, price with discount, offer price, final price, price now, new price, entry fee, entrance fee, admission price, aktueller preis, angebotspreis, sonderpreis, prix actuel, prix promo, precio actual, precio de oferta, prezzo attuale, huidige prijs
low price: low price, lowest price, min price, minimum price, price from
high price: high price, highest price, max price, maximum price
old price: old price, original price, list price, regular price, uvp, was price, strike price, ancien prix, precio anterior, alter preis, statt, compare at price, before price, former price, crossed price, normale prijs, van prijs, prix barre, prix initial, prix d origine, precio original, prezzo originale, prezzo di listino, preco original, 通常価格, 定価, メーカー希望小売価格, 参考価格, 原价, 정가, старая цена, regularer preis, ursprunglicher preis, streichpreis, listenpreis, strikethrough price, rrp, msrp, price before discount, before discount, undiscounted price, full price, crossed out price, previous price, price before, non sale price, without discount
currency: currency, price currency, wahrung, devise, moneda, product price currency, og price currency, currency code, salary currency, valuta, moeda, waluta, 通貨, 货币, 통화, валюта
sku: sku, artikelnummer, article number, artikel nr, art nr, item number, item no, referencia, product id, produktnummer, bestellnummer, stock keeping unit, reference, product retailer item id, codice articolo, codice prodotto, numero articolo, codigo do produto, kod produktu, 商品番号, 商品コード, 品番, 管理番号, 货号, 상품코드, артикул, ref, reference produit, referenz, item code, product code, article no, cod, codigo, riferimento, bestell nr
gtin: gtin, gtin13, gtin12, gtin8, gtin14, ean, barcode, upc, ean code, janコード, jan code, 条形码, 바코드, код ean
mpn: mpn, manufacturer part number, herstellernummer, part number, teilenummer, model number, modellnummer, 型番, 製品型番, メーカー型番, 型式, 型号, 모델번호, type number, typenummer, codice produttore, model no, model nr
isbn: isbn, isbn13, isbn 13, isbn10, isbn 10, book isbn, isbn番号, isbn コード
reference: reference number, reference id, job id, job reference, requisition id, requisition number, referenznummer, kennziffer, stellen id, objekt id, objektnummer, expose nummer, reference de l annonce, reference annonce, numero de referencia, referencia del anuncio, codice riferimento, referentienummer, vacaturenummer, numer referencyjny, 求人番号, 整理番号, 物件番号, 管理no, 编号, 참조번호
brand: brand, marke, marque, marca, product brand, og brand, make, marchio, merk, marka, ブランド, ブランド名, 品牌, 브랜드, бренд
manufacturer: manufacturer, hersteller, fabricant, fabricante, maker, produttore, costruttore, fabrikant, producent, メーカー, メーカー名, 製造元, 製造者, 制造商, 生产商, 厂家, 제조사, производитель, tillverkare
model: model, modell, modele, modelo, modello, modelo do produto, モデル, モデル名, 機種, 모델, модель
availability: availability, verfugbarkeit, disponibilite, disponibilidad, product availability, og availability, stock status, stock, in stock, available, is available, lieferbar, auf lager, lagerbestand, en stock, disponibilita, beschikbaarheid, voorraad, disponibilidade, estoque, dostepnosc, 在庫, 在庫状況, 在庫数, 库存, 재고, наличие, lagerstatus, verfugbar, bestand, estado de stock, giacenza, inventory, availability status, stock availability, stock level, inventory status, instock, in stock status
condition: condition, item condition, zustand, etat, estado, product condition, condizione, condizioni, conditie, staat, condicao, 状態, 商品の状態, 成色, 상태, состояние
color: color, colour, farbe, couleur, product color, colore, kleur, cor, kolor, カラー, 色, 颜色, 색상, цвет, farg, farve
size: size, grosse, taille, talla, tamano, taglia, misura, maat, tamanho, rozmiar, サイズ, 尺寸, 尺码, 크기, 사이즈, размер, storlek, grossenangabe
weight: weight, gewicht, poids, peso, item weight, shipping weight, massa, waga, 重量, 質量, 本体重量, 重さ, 净重, 중량, 무게, вес, vikt, vaegt, vekt, net weight, nettogewicht, poids net, peso neto, peso netto
height: height, hohe, hauteur, altura, alto, altezza, hoogte, wysokosc, 高さ, 身長, 身长, 身高, 高度, 높이, 키, высота, рост, korpergrosse, estatura, statura
width: width, breite, largeur, ancho, anchura, larghezza, breedte, largura, szerokosc, 幅, 宽度, 너비, ширина
depth: depth, tiefe, profondeur, profundidad, profondita, diepte, profundidade, glebokosc, 奥行, 奥行き, 深さ, 깊이, глубина
length: length, lange, longueur, longitud, lunghezza, lengte, comprimento, dlugosc, 長さ, 长度, 길이, длина
dimensions: dimension, abmessung, masse, medidas, dimensioni, misure, afmeting, afmetingen, dimensao, dimensoes, wymiary, 寸法, 外形寸法, 本体サイズ, 外形尺寸, размеры, abmessungen, dimensions produit
material: material, matiere, materiau, werkstoff, materiale, materiaal, materialy, 素材, 材質, 原料, 材质, 소재, 재질, материал, obermaterial, tessuto, fabric, composition, composition textile, composicion, composizione
rating: rating, rating value, bewertung, note, evaluation, calificacion, valoracion, score, star, sterne, average rating, aggregate rating, review rating, aggregate rating rating value, rating average, durchschnittsbewertung, valutazione, voto, punteggio, beoordeling, avaliacao, nota, ocena, 評価, 総合評価, 評点, 评分, 평점, рейтинг, оценка, gesamtbewertung, overall rating, average score, punktzahl, calificacion media, note moyenne, avg rating, rating score, review score, overall score, average review, mean rating, customer rating, user rating
rating count: rating count, number of rating, anzahl bewertung, votes, number of votes, anzahl bewertungen, nombre de votes, nombre de notes, votos, numero de votos, 評価数, ratings, ratings count, vote count
review count: review count, number of review, review number, reviews count, anzahl rezension, num review, total review, nombre d avis, comment count, numero di recensioni, aantal beoordelingen, numero de avaliacoes, レビュー数, レビュー件数, 口コミ数, クチコミ数, 评论数, 리뷰 수, количество отзывов, numero de opiniones, numero de resenas, number of reviews, reviewcount
best rating: best rating, max rating
author: author, autor, auteur, creator, written by, byline, verfasser, verfasserin, autorin, par, por, von, by, article author, dc creator, citation author, author name, writer, autrice, redattore, auteurs, schrijver, autora, escritor, tekst, 著者, 作者, 筆者, 執筆者, 執筆, 文, 記者, ライター, 投稿者, 取材, 編集, 记者, 撰文, 글, 기자, 작성자, автор, текст, text von, testo di, recipe by, rezept von, recette de, receta de, ricetta di, foto und text, posted by, started by, thread starter, redaction, redacteur, autoren, geschrieben von, writer name, post author, recipe author, reporter, journalist, article writer, authors names, author names
translator: translator, translated by, ubersetzer, ubersetzerin, ubersetzt von, ubersetzung, traducteur, traductrice, traduit par, traduction, traductor, traduccion, traducido por, traduttore, traduzione, vertaler, vertaling, tradutor, tlumacz, tlumaczenie, 訳者, 翻訳, 翻訳者, 译者, 옮긴이, переводчик
photographer: photographer, photo by, photos by, photo credit, image credit, fotograf, fotografin, bild von, photographe, credit photo, fotografo, fotografia, foto di, fotografie, 写真, 撮影, 撮影者, カメラマン, 摄影, 图片来源, 사진, фото, фотограф
publisher: publisher, verlag, editeur, editorial, herausgeber, dc publisher, citation publisher, editore, uitgever, uitgeverij, editora, wydawca, wydawnictwo, 出版社, 発行, 発行元, 発行者, 出版者, 출판사, издательство
published: date published, published, publish date, published date, publication date, published at, published on, published time, article published time, veroffentlicht, veroffentlicht am, erschienen, erschienen am, erscheinungsdatum, publie le, date de publication, fecha de publicacion, publicado, publicado el, date created, dc date, dcterm created, citation publication date, release date, date posted, posted, posted on, posted date, posted at, pubdate, erscheinungstermin, upload date, publicationdate, publishdate, veroffentlichungsdatum, dc date created, pubblicato, pubblicato il, data di pubblicazione, gepubliceerd, gepubliceerd op, datum publicatie, publicado em, data de publicacao, opublikowano, data publikacji, 公開日, 公開, 投稿日, 掲載日, 発売日, 発行日, 発行年月日, 配信日, 配信, 発表日, 作成日, 日付, 公開日時, 掲載, 发布时间, 发布日期, 出版日期, 发表时间, 게시일, 등록일, 발행일, 출간일, дата публикации, опубликовано, publicerad, udgivet, publiziert, publiziert am, online seit, mis en ligne le, paru le, parution, date de parution, date de sortie, sortie, en salle, estreno, fecha de estreno, fecha de lanzamiento, data di uscita, uscita, kinostart, first published, published in, released, issued, start datum beitrag, publicada, publicada el, fecha publicacion, data wydania, lancamento, data de lancamento, 上映日, 公開年月日, date of publication, posting date, post date, created date, created at, creation date, article date, publishing date, published datetime, date added
modified: date modified, modified, updated, last updated, last modified, updated at, modified time, article modified time, aktualisiert, zuletzt aktualisiert, mis a jour, actualizado, stand, og updated time, letzte aktualisierung, modified at, ultimo aggiornamento, aggiornato, aggiornato il, bijgewerkt, laatst bijgewerkt, atualizado, atualizado em, ultima atualizacao, zaktualizowano, ostatnia aktualizacja, 更新日, 最終更新日, 最終更新, 更新, 更新日時, 改定日, 修正日, 更新时间, 更新日期, 수정일, 최종수정, обновлено, дата обновления, uppdaterad, opdateret, aktualisiert am, geandert am, zuletzt geandert, mis a jour le, modifie le, derniere mise a jour, actualizado el, ultima actualizacion, date updated, last updated on, updated on, revised, last revised, last edited, edited, updated date, modified date, modification date, update date, last update, last updated at, last modified date, revision date, date last updated, updated time, update
date: date, datum, fecha, dato, 日時, 日程, 開催日, 开始日期, 日期, 날짜, дата, wann findet es statt, jour, dia, 開催日時, dates
series: series, part of series, podcast, podcast series, show, show name, serie, sendung, emission
audio: audio, audio url, og audio, audio file
category: category, kategorie, categorie, categoria, article section, section, genre, rubrik, product category, ressort, recipe category, rubrique, categoria prodotto, kategoria, カテゴリー, カテゴリ, ジャンル, 分類, 类别, 分类, 카테고리, категория, genere, gatunek, filed under, posted in, genero, kategorien, categories, rubriek, sezione, ressorts, 部門, art der speise, article category, product type, film genre
keywords: keyword, tag, schlagwort, schlagworte, article tag, mots cle, palabra clave, etiqueta, news keyword, book tag, parole chiave, trefwoorden, palavras chave, tagi, タグ, キーワード, 标签, 关键词, 태그, теги, tagged, tagged with, themen, etiquetas, mots clefs, schlagworter, stichworte, stichworter, topics, tag articolo, temas
language: language, in language, sprache, langue, idioma, og locale, dc language, lingua, taal, lingua originale, jezyk, 言語, 语言, 언어, язык, sprachen, languages, langues, idiomas, lingue, talen, languages spoken, spoken languages, sprachkenntnisse, 使用言語, 対応言語
url: url, link, canonical, og url, web address, permalink, page url, canonical url, adresse url, リンク
image: image, bild, imagen, photo, foto, og image, twitter image, image url, thumbnail, thumbnail url, picture, cover, main image, cover image, immagine, afbeelding, imagem, zdjecie, 画像, 图片, 이미지
video: video, og video, video url, content url
logo: logo, logo url
site name: site name, og site name, website name
body: article body, body, content, full text, text, review body, volltext
word count: word count, worter
start date: start date, start, begin, beginn, event date, starts at, debut, inicio, datum und uhrzeit, when, wann, quand, cuando, date start, starttime, event start, data di inizio, inizio, begindatum, aanvang, data de inicio, rozpoczecie, data rozpoczecia, 開始日, 開始日時, 開演日, 開始, 开始时间, 시작일, дата начала, eintrittsdatum, eintrittstermin, eintritt ab, arbeitsbeginn, startdatum, startermin, starttermin, beginn der tatigkeit, fruhester beginn, fruhestens, einstiegsdatum, prise de poste, date de debut, date de prise de fonction, debut du contrat, fecha de inicio, fecha inicio, incorporacion, fecha de incorporacion, inicio do trabalho, startdato, 入社日, 入社時期, 勤務開始日, earliest start date, start of work, commencing, from date, anfangsdatum, ab wann, veranstaltungsbeginn, data rozpoczecia pracy, starts, starts on, starting, begins, kursbeginn, beginndatum, start day, joining date, job start date, employment start, position start date, entry date, earliest start
end date: end date, end, ende, ends at, fin, end time, finish, data di fine, fine, einddatum, data final, zakonczenie, 終了日, 終了日時, 结束时间, 종료일, дата окончания, enddatum, date de fin, fecha de fin, fecha fin, ends, ends on, befristet bis, bis datum, vertragsende, fecha de finalizacion, scadenza contratto, end day, closing day
start time: start time, uhrzeit, zeit, heure, hora, ora, orario, orario di inizio, tijd, aanvangstijd, godzina, 時間, 開始時間, 開始時刻, 開演, 開演時間, время, time, event time, heure de debut, hora de inicio, hora de comienzo, startzeit, anfangszeit, beginnzeit, show time, starttid, klokkeslett, 시간, 时间
door time: door time, doors, einlass, doors open, einlass ab, apertura porte, apertura puertas, ouverture des portes, deuren open, 開場, 開場時間, apertura de puertas, doors at
location: location, venue, ort, lieu, lugar, veranstaltungsort, place, spielort, event location, wo, where, job location, arbeitsort, standort, einsatzort, luogo, sede dell evento, locatie, plaats, local, localizacao, localidad, miejsce, lokalizacja, 場所, 会場, 開催場所, 開催地, 勤務地, 就業場所, 撮影地, 地点, 地點, 장소, 근무지, место, место проведения, ubicacion, emplacement, lugar de trabajo, lieu de travail, sede di lavoro, standplaats, werklocatie, work location, workplace, based in, treffpunkt, lieu de rendez vous, plats, sted, local do evento, veranstaltungsstatte, veranstaltungsort adresse, office location, location name, salle, sala, halle, auditorium, venue name, event venue, place name, site location, city location
organizer: organizer, veranstalter, organisateur, organizador, host, organiser, organizzatore, organizzato da, organisator, organisatie, organizador do evento, organizator, 主催, 主催者, 主办方, 주최, организатор, organized by, organised by, hosted by, presented by, organise par, organizado por, organizacion, organizacao, ausrichter, trager, arrangor, arrangör, organizer name, host name
performer: performer, artist, kunstler, artiste, interpret, by artist, lineup, artista, artisti, uitvoerende, wykonawca, 出演, 出演者, アーティスト, 演出者, 出演アーティスト, 출연, исполнитель, mitwirkende, besetzung musik, artistes, artistas, line up, mit dabei
speaker: speaker, speakers, referent, referentin, referenten, vortragende, vortragender, vortrag von, intervenant, intervenante, conferencier, ponente, ponentes, relatore, relatori, spreker, sprekers, palestrante, prelegent, 講師, 登壇者, スピーカー, 发言人, 강연자, 연사, докладчик, presenter, lecturer, dozent, dozentin, talk by, guest speaker, speaker name, keynote speaker, main speaker
address: address, adresse, anschrift, direccion, postal address, indirizzo, adres, endereco, 住所, 所在地, 本社所在地, 本社, 本店所在地, 会社所在地, 店舗住所, 物件所在地, 事業所所在地, 地址, 公司地址, 주소, адрес, postanschrift, besucheradresse, office address, visiting address, street address and city, firmenadresse, adresse postale, domicilio, direccion postal, business address, registered office, registered address, head office address, hausanschrift, adresse du siege, siege social adresse, where to find us, so finden sie uns, acceso y direccion, veranstaltungsadresse, indirizzo sede, anschrift und kontakt, standort adresse, venue address, location address, full address, company address, contact address, event address, mailing address, complete address
street: street, street address, strasse, rue, calle, address line 1, strasse und hausnummer, straat, rua, ulica, 番地, 町名番地, 街道, улица, hausnummer und strasse, addressline1, streetaddress
city: city, address locality, locality, stadt, ville, ciudad, town, citta, comune, plaats woonplaats, cidade, miasto, 市区町村, 市町村, 都市, 城市, 도시, город, stad, woonplaats, localita, municipio, commune, municipality, gemeinde, ortschaft, wohnort
postal code: postal code, zip, zip code, postcode, plz, postleitzahl, code postal, codigo postal, cap, postcode plaats, cep, kod pocztowy, 郵便番号, 邮编, 邮政编码, 우편번호, индекс, почтовый индекс, postleitzahl ort, eircode, zipcode, postal
region: region, address region, state, bundesland, province, provincia, county, regione, provincie, regiao, estado provincia, wojewodztwo, 都道府県, 地域, 省份, 지역, регион, область, kanton, departement, comunidad autonoma, land region
country: country, address country, land, pay, pais, paese, nazione, kraj, 国, 国名, 国家, 制作国, 製作国, 原産国, 产地, 국가, 나라, страна, produktionsland, herstellungsland, country of origin, pays d origine, pais de origen, paese di origine, ursprungsland, herkunftsland, nationalite du film
latitude: latitude, lat, place location latitude, og latitude
longitude: longitude, lng, lon, place location longitude, og longitude
phone: telephone, phone, phone number, telefon, tel, telefono, tel, telefonnummer, rufnummer, contact phone, fon, mobile, telefono fisso, telefoon, telefoonnummer, telefone, numer telefonu, 電話, 電話番号, tel番号, お電話, 連絡先電話番号, 联系电话, 电话, 電話號碼, 전화, 전화번호, телефон, telephone number, call us, rufen sie uns an, telefonszam, puhelin, telefonnumer, tel nr, recapito telefonico, cellulare, mobiel, telemovel, celular, handy, mobil, mobilnummer, festnetz, phone no, office phone, direct line, durchwahl, numero de telefono, numero de telephone, contact number, 代表電話, 代表電話番号
fax: fax, fax number, faxnummer, telefax, faksi, ファックス, ファクス, fax番号, 传真, 팩스, факс, numero di fax, telefax nummer
email: email, e mail, mail, email address, correo, courriel, e mail adresse, contact email, correo electronico, kontakt email, posta elettronica, indirizzo email, indirizzo e mail, e mailadres, endereco de email, adres e mail, メール, メールアドレス, eメール, 邮箱, 电子邮箱, 电子邮件, 이메일, почта, эл почта, adresse e mail, adresse email, direccion de correo, correo electronico de contacto, mailadresse, email us, write to us, e post, epost, sahkoposti, contactemail, courrier electronique
opening hours: opening hour, offnungszeit, offnungszeiten, horaire, horario, hour, opening time, opening hours specification, business hour, orari, orari di apertura, openingstijden, openingsuren, horario de funcionamento, horarios, godziny otwarcia, 営業時間, 開館時間, 受付時間, 診療時間, 营业时间, 영업시간, часы работы, время работы, horaires d ouverture, horario de apertura, horario de atencion, heures d ouverture, business hours, store hours, hours of operation, oppningstider, apningstider, abningstider, geschaftszeiten, servicezeiten, offnungszeiten buro
prep time: prep time, preparation time, vorbereitungszeit, vorbereitung, temps de preparation, tiempo de preparacion, zubereitungszeit, arbeitszeit, tempo di preparazione, preparazione tempo, bereidingstijd, voorbereidingstijd, tempo de preparo, czas przygotowania, 下ごしらえ, 準備時間, 下準備時間, 准备时间, время подготовки, prep, hands on time, active time, vorbereitungs zeit, tid forberedelse
cook time: cook time, cooking time, kochzeit, garzeit, backzeit, temps de cuisson, cuisson, tiempo de coccion, tempo di cottura, cottura, kooktijd, baktijd, oventijd, tempo de cozimento, czas gotowania, czas pieczenia, 加熱時間, 煮込み時間, 焼き時間, 烹饪时间, время приготовления, cook, koch backzeit, koch und backzeit, backen, kochen, baking time, bake time, temps de cuisson four, coccion, horneado, stektid, coctime
total time: total time, gesamtzeit, temps total, tiempo total, tempo totale, totale tijd, tempo total, czas calkowity, 調理時間, 所要時間, 合計時間, 总时间, общее время, time needed, ready in, fertig in, dauer gesamt, pret en, gesamtdauer, tid totalt, totaltid
duration: duration, time required, dauer, duree, duracion, runtime, running time, laufzeit, spieldauer, lesedauer, durata, duur, speelduur, duracao, czas trwania, 上映時間, 再生時間, 収録時間, 放送時間, 期間, 片长, 时长, 상영시간, 러닝타임, продолжительность, длительность, lange dauer, filmlange, lengte film, reading time, read time, temps de lecture, tiempo de lectura, tempo di lettura, tempo de leitura, leestijd, lesezeit, czas czytania, speltid, spilletid, course duration, kursdauer
servings: recipe yield, yield, serving, portion, portionen, personen, number of serving, raciones, porciones, servir, pour, porzioni, dosi, dosi per, personen aantal, porcoes, rendimento, porcje, liczba porcji, 分量, 人数, 何人分, 人前, 份量, 인분, порции, количество порций, fur personen, makes, serves, portionen anzahl, nombre de personnes, nombre de portions, numero de porciones, comensales, numero de personas, portioner, antal portioner, porsjoner, pour personnes, servings count, yields, serving size count
ingredients: recipe ingredient, ingredient, zutat, zutaten, ingrediente, ingredienti, ingredienten, ingredientes, skladniki, 材料, 原材料, 原材料名, 用料, 食材, 配料, 재료, ингредиенты, состав, ingredienser, das brauchst du, what you need, you will need, zutatenliste, il vous faut
instructions: recipe instruction, instruction, zubereitung, anleitung, step, direction, method, preparation, preparacion, etape, schritt, elaboracion, paso, istruzioni, preparazione, procedimento, esecuzione, bereiding, bereidingswijze, instructies, modo de preparo, modo de preparacao, preparo, przygotowanie, sposob przygotowania, 作り方, 手順, レシピ, 做法, 步骤, 制作方法, 조리법, 만드는 법, приготовление, способ приготовления, so geht s, how to make it, gor sa har, fremgangsmate, elaboracion de la receta, pasos, etapes, recette etapes, zubereitungsschritte, arbeitsschritte, tilberedning, schritte, cooking instructions, recipe steps, preparation steps, cooking steps, preparation instructions, recipe directions
cuisine: recipe cuisine, cuisine, kuche, cocina, serve cuisine, serves cuisine, cucina, keuken, cozinha, kuchnia, 料理の種類, 菜系, кухня, landeskuche, type de cuisine, tipo de cocina
difficulty: difficulty, difficulty level, level of difficulty, skill level, schwierigkeit, schwierigkeitsgrad, difficulte, niveau, niveau de difficulte, dificultad, nivel, difficolta, moeilijkheid, moeilijkheidsgraad, dificuldade, trudnosc, poziom trudnosci, 難易度, 难度, 난이도, сложность, svarighetsgrad, vanskelighetsgrad, level
calories: calory, calorie, energy, brennwert, kalorien, kcal, kilocalorie, energia, calorieen, calorias, kalorie, カロリー, エネルギー, 热量, 卡路里, 칼로리, калории, калорийность, energiewert, valeur energetique, valor energetico, energie, calories per serving, kcal per portion, energy kcal
fat content: fat content, fat, fett, graisse, lipide, grasa, grassi, vet, vetten, gordura, gorduras, tluszcz, 脂質, 脂肪, 지방, жиры, lipides, grasas, matieres grasses
carbohydrates: carbohydrate content, carbohydrate, carb, kohlenhydrate, glucide, carbohidrato, carboidrati, koolhydraten, weglowodany, 炭水化物, 碳水化合物, 탄수화물, углеводы
protein: protein content, protein, eiweiss, proteine, proteina, eiwit, eiwitten, bialko, たんぱく質, タンパク質, 蛋白质, 단백질, белки
sugar: sugar content, sugar, zucker, sucre, azucar, zuccheri, suikers, acucar, acucares, 糖質, 糖類, 糖, сахар, sucres, azucares
company: hiring organization, company, company name, employer, arbeitgeber, firma, unternehmen, entreprise, empresa, employeur, empleador, azienda, societa, ditta, ragione sociale, bedrijf, bedrijfsnaam, werkgever, empregador, firma nazwa, pracodawca, nazwa firmy, 会社名, 社名, 企業名, 商号, 会社, 法人名, 団体名, 公司, 公司名称, 企业名称, 회사, 회사명, компания, название компании, организация, firmenname, firmierung, raison sociale, denomination sociale, denominacion social, nom de l entreprise, nombre de la empresa, razon social, organisation, unternehmensname, arbeitgeber name, foretag, virksomhed, bedrijf naam, company title, hiring company
department: department, division, abteilung, bereich, fachbereich, departement service, departamento, area de trabajo, dipartimento, afdeling, dzial, 部署, 部門名, 所属, 部门, 부서, отдел, avdelning, avdeling, business unit
job title: job title, position, stelle, beruf, poste, puesto, role, function, funktion, ruolo, posizione lavorativa, functie, functietitel, cargo, funcao, stanowisko, 職種, 役職, 募集職種, ポジション, 肩書き, 职位, 岗位, 직책, 직위, должность, stellenbezeichnung, berufsbezeichnung, intitule du poste, titulo del puesto, job position, tatigkeit, title position, puesto de trabajo, stellentitel, occupation, profession, current position, current role, current job title
salary: base salary, salary, gehalt, salaire, salario, sueldo, compensation, wage, pay rate, vergutung, stipendio, retribuzione, ral, salaris, loon, salario mensal, remuneracao, wynagrodzenie, pensja, 給与, 給料, 年収, 月給, 想定年収, 時給, 賃金, 薪资, 薪水, 工资, 급여, 연봉, зарплата, заработная плата, salary range, pay, pay range, compensation range, remuneration, remuneracion, bezahlung, gehaltsspanne, gehaltsrahmen, jahresgehalt, verdienst, entgelt, lohn, annual salary, estimated salary, base pay, salaire brut, salaire annuel, salario anual, salario bruto, banda salarial, fourchette de salaire, retribucion, gehaltsband, remuneration annuelle
salary min: base salary min value, salary value min value, salary min, min salary, minimum salary, salary from, min pay, pay min, minimum pay, lowest salary, salary low
salary max: base salary max value, salary value max value, salary max, max salary, maximum salary, salary to, max pay, pay max, maximum pay, highest salary, salary high
employment type: employment type, job type, anstellungsart, beschaftigungsart, type de contrat, tipo de contrato, arbeitszeitmodell, vertragsart, contract type, employment, tipo di contratto, contratto, dienstverband, contractvorm, soort dienstverband, tipo de contratacao, rodzaj umowy, wymiar pracy, 雇用形態, 雇用区分, 契約形態, 就业类型, 工作性质, 고용형태, тип занятости, contrat, jornada, tipo de empleo, tipo de jornada, arbeitsverhaltnis, beschaftigung, type of employment, type of contract, contract, working time, temps de travail, art der anstellung, anstellung
workload: workload, pensum, arbeitspensum, arbeitsumfang, stellenumfang, beschaftigungsgrad, umfang stelle, taux d activite, taux d occupation, fte, workload percentage
remote: remote, remote work, is remote, home office, homeoffice, telecommute, work from home, mobiles arbeiten, remote moglich, teletravail, teletrabajo, trabajo remoto, lavoro da remoto, smart working, thuiswerken, trabalho remoto, praca zdalna, リモート, リモートワーク, 在宅勤務, テレワーク, 远程办公, 재택근무, удаленная работа, distansarbete, remote possible
working hours: working hours, work hours, arbeitszeiten, wochenstunden, horaires de travail, heures de travail, horario de trabajo, horario laboral, orario di lavoro, werktijden, uren per week, horario de trabalho, godziny pracy, 勤務時間, 就業時間, 労働時間, 工作时间, 근무시간, график работы, hours per week, weekly hours, schedule
deadline: valid through, application deadline, deadline, bewerbungsfrist, date limite, fecha limite, apply by, closing date, price valid until, valid until, scadenza, termine, scadenza candidature, sollicitatiedeadline, sluitingsdatum, prazo, prazo de inscricao, data limite, termin skladania, 応募締切, 締切, 締切日, 申込締切, 募集期限, 応募期限, 截止日期, 마감일, срок подачи, closes, applications close, application closing date, apply before, bewerbungsschluss, bewerbung bis, anmeldeschluss, frist, date limite de candidature, date de cloture, fecha limite de solicitud, fecha de cierre, plazo, plazo de solicitud, ansokningsfrist, registration deadline, bewerbungsende, einsendeschluss, candidatures jusqu au, date limite d inscription, application end date, apply by date, deadline date
qualifications: qualification, requirement, anforderung, exigence, requisito, anforderungsprofil, requisiti, profilo, profilo ricercato, functie eisen, functie eisen profiel, requisitos da vaga, perfil, perfil buscado, wymagania, 応募資格, 応募条件, 必要なスキル, 求める人物像, 必須条件, 任职要求, 岗位要求, 자격요건, требования, profil, profil recherche, profil souhaite, ihr profil, qualifikation, qualifikationen, das bringst mit, das bringen sie mit, das solltest mitbringen, was mitbringst, was sie mitbringen, voraussetzungen, what bring, what ll bring, what you ll bring, what you bring, what you will bring, what we re looking for, what we are looking for, who are, you have, you ll need, skills and experience, experience requise, competences requises, que buscamos, lo que buscamos, requisitos del puesto, jouw profiel, wat vragen wij, wat wij vragen, dina kvalifikationer, minimum qualifications, basic qualifications, job requirements, person specification, candidate profile, ideal candidate, essential criteria, anforderungen, exigences, muss kriterien, qualifikationsprofil, dein background
responsibilities: responsibility, aufgabe, duty, tache, responsabilita, mansioni, attivita, cosa farai, taken, werkzaamheden, jouw taken, responsabilidades, atividades, funcoes, obowiazki, zakres obowiazkow, 仕事内容, 業務内容, 職務内容, 担当業務, 工作职责, 岗位职责, 담당업무, 주요업무, обязанности, aufgabengebiet, aufgabenbereich, tatigkeiten, das erwartet dich, das erwartet sie, was dich erwartet, deine mission, mission, missions principales, activites, what do, what ll do, what you ll do, what you will do, what you ll be doing, your role, role and responsibilities, key responsibilities, main duties, job duties, day to day, funciones, tareas, que haras, lo que haras, funciones principales, wat ga doen, dina arbetsuppgifter, job responsibilities, your mission, your tasks, das sind deine aufgaben, responsabilites, aufgaben, verantwortlichkeiten, verantwortung, taches, vos missions, hauptaufgaben, ihre aufgaben bei uns
benefits: job benefit, benefit, leistungen, vantaggi, cosa offriamo, offriamo, arbeidsvoorwaarden, wat bieden wij, wij bieden, beneficios, oferecemos, o que oferecemos, oferujemy, benefity, 福利厚生, 待遇, 福利, 福利待遇, 복리후생, условия, wir bieten, bieten wir, das bieten wir, das bieten wir dir, was wir bieten, was wir dir bieten, deine vorteile, vorteile, perks, perks and benefits, benefits and perks, we offer, what we offer, what s in it for you, why join us, avantages, nous offrons, nous vous offrons, ce que nous offrons, ofrecemos, que ofrecemos, lo que ofrecemos, se ofrece, vi erbjuder, vi tilbyr, your benefits, compensation and benefits
skills: skill, kenntnis, competence, competenze, abilita, vaardigheden, competencias, habilidades, umiejetnosci, スキル, 資格, 技能, 기술, навыки, fahigkeiten, kenntnisse, kompetenzen, aptitudes, conocimientos, tech stack, technologies, required skills, key skills, skills required, fertigkeiten, sprachkompetenz
education: education, ausbildung, bildung, studium, academic background, formation, formations, etudes, formacion, formacion academica, estudios, istruzione, formazione, opleiding, opleidingen, formacao, formacao academica, escolaridade, wyksztalcenie, 学歴, 教育背景, 学历, 학력, образование, utbildning, utdannelse, uddannelse, academic qualifications, degrees
office hours: office hours, consultation hours, sprechstunde, sprechzeit, sprechzeiten, sprechstunden, heures de permanence, permanence, horario de tutorias, tutorias, horario de consulta, orario di ricevimento, ricevimento, spreekuur, horario de atendimento, konsultacje, オフィスアワー, 答疑时间, 상담시간, mottagningstid
office: office, room number, office room, raum, buro, zimmernummer, bureau, despacho, oficina, ufficio, stanza, kamernummer, kantoor, sala gabinete, pokoj numer, 研究室, オフィス, 办公室, 연구실, кабинет, rum nummer, kontor
research interests: research interest, research area, research field, research topics, forschungsschwerpunkt, forschungsschwerpunkte, forschungsgebiete, forschungsinteressen, arbeitsschwerpunkte, themes de recherche, axes de recherche, domaines de recherche, lineas de investigacion, areas de investigacion, interessi di ricerca, aree di ricerca, onderzoeksinteresses, areas de pesquisa, zainteresowania badawcze, 研究分野, 専門分野, 研究テーマ, 研究方向, 연구분야, научные интересы, forskningsintressen, areas of expertise, expertise, research focus, research areas
experience: experience, work experience, years of experience, berufserfahrung, erfahrung, experience professionnelle, experiencia, experiencia laboral, experiencia requerida, esperienza, ervaring, werkervaring, experiencia profissional, doswiadczenie, 経験, 職歴, 経験年数, 工作经验, 경력, опыт, опыт работы, erfarenhet, professional experience, required experience, career, laufbahn, lebenslauf, berufliche laufbahn, parcours, parcours professionnel, trayectoria, 経歴, 略歴
director: director, regie, regisseur, realisateur, realisation, directed by, regia, regista, regie van, diretor, direcao, rezyser, rezyseria, 監督, 導演, 导演, 감독, режиссер, direccion, dirigida por, realise par, un film de, de realisateur, regie fuhrte, regi, instruktor, realizacion, mise en scene
screenwriter: screenwriter, writer script, screenplay, drehbuch, drehbuchautor, scenario, scenariste, guion, guionista, sceneggiatura, sceneggiatore, roteiro, scenariusz, 脚本, 编剧, 각본, сценарий, manus, written for the screen by
actors: actor, cast, darsteller, besetzung, acteur, reparto, starring, starr, interpreti, attori, acteurs principaux, elenco, obsada, 出演者一覧, キャスト, 主演, 主演者, 演员, 출연진, 배우, в ролях, актеры, avec, stars, starring actors, protagonistas, interpretes, hauptdarsteller, rollista, medvirkende, schauspieler, main cast, main actors, lead actors, lead cast, cast members, actors list, cast list
synopsis: synopsis, sinopsis, plot, plot summary, storyline, handlung, inhaltsangabe, trama, sinopse, fabula, streszczenie, あらすじ, ストーリー, 剧情简介, 剧情, 줄거리, сюжет, resume du film, argumento, intrigue
pages: number of page, page, seite, seitenzahl, nombre de page, paginas, page count, num page, pagina, umfang, pagine, numero di pagine, aantal pagina s, paginas numero, liczba stron, ページ数, 頁数, 页数, 페이지 수, страниц, количество страниц, antal sidor, sider, bladzijden
edition: book edition, edition, auflage
binding: book format, format, einband, binding, book type
year: year, jahr, annee, ano, release year, year published, model year, anno, jaar, ano de lancamento, rok, 年, 製作年, 制作年, 公開年, 年份, 연도, год, produktionsjahr, erscheinungsjahr, annee de production, annee de sortie, anno di produzione, production year, bouwjaar voertuig
founded: founding date, founded, founding year, foundation year, year of foundation, year founded, foundation date, date of foundation, grundungsjahr, annee de fondation, ano de fundacion, gegrundet, grundung, fonde, fundada, founded in, established, fondata, fondazione, anno di fondazione, opgericht, oprichting, oprichtingsjaar, fundacao, ano de fundacao, zalozona, rok zalozenia, 設立, 創業, 創立, 設立日, 設立年月日, 設立年月, 創業年, 会社設立, 成立时间, 成立日期, 创立, 설립, 설립일, 설립연도, основана, год основания, grundungsdatum, firmengrundung, bestehend seit, date de creation, annee de creation, creation, ano de creacion, fecha de fundacion, established in, in business since, creee en, grundlagt, stiftet, founded year, founding, date founded, foundedat
employees: number of employee, employee, mitarbeiter, mitarbeiterzahl, effectif, empleado, dipendenti, numero di dipendenti, medewerkers, aantal medewerkers, werknemers, funcionarios, numero de funcionarios, pracownicy, liczba pracownikow, 従業員数, 従業員, 社員数, 職員数, 员工人数, 员工数, 직원수, 종업원수, 사원수, сотрудники, количество сотрудников, employee count, headcount, company size, beschaftigte, mitarbeitende, anzahl mitarbeiter, effectifs, nombre d employes, numero de empleados, plantilla, anstallda, ansatte, team size, nombre de salaries, salaries, num employees, employees count, employee number, staff count, employees number, total employees
headquarters: headquarter, hauptsitz, sitz, siege, sede, firmensitz, sede legale, sede centrale, sede principale, hoofdkantoor, sede social, siedziba, 本社住所, 总部, 본사, штаб квартира, siege social, firmensitz adresse, head office, huvudkontor, headquarters location, hq, hq location
playing position: playing position, spielposition, poste de jeu, posicion, demarcacion, posicao, posizione, positie, pozycja, ポジション位置, 守備位置, 场上位置, 포지션, амплуа, posisjon
club: club, current club, current team, team name, verein, aktueller verein, club actuel, equipe, equipo, club actual, squadra, elftal, ploeg, clube, equipa, klub, 所属クラブ, 所属チーム, チーム, 俱乐部, 球队, 소속팀, клуб, klubb, team
nationality: nationality, citizenship, nationalitat, staatsangehorigkeit, staatsburgerschaft, nationalite, nacionalidad, nazionalita, cittadinanza, nationaliteit, nacionalidade, narodowosc, obywatelstwo, 国籍, 국적, гражданство, национальность, nationalitet
birth place: birth place, place of birth, birthplace, geburtsort, lieu de naissance, lugar de nacimiento, luogo di nascita, geboorteplaats, local de nascimento, naturalidade, miejsce urodzenia, 出身地, 出身, 出生地, 출생지, место рождения
birth date: birth date, date of birth, birthday, birthdate, born, dob, geburtsdatum, geburtstag, geboren, geboren am, date de naissance, ne le, nee le, naissance, fecha de nacimiento, nacimiento, nacido, nacida, data di nascita, nato il, nata il, geboortedatum, geboren op, data de nascimento, nascimento, data urodzenia, 生年月日, 誕生日, 出生日期, 생년월일, 생일, дата рождения, fodelsedatum, fodselsdato
founder: founder, founded by, grunder, fondateur, fundador, fondatore, fondata da, oprichter, fundador a, zalozyciel, 創業者, 設立者, 创始人, 창립자, основатель, founders, gegrundet von, fonde par
revenue: revenue, turnover, annual revenue, sales volume, umsatz, jahresumsatz, chiffre d affaires, facturacion, fatturato, omzet, faturamento, przychod, 売上高, 売上, 年商, 营业额, 销售额, 매출, 매출액, выручка, omsattning
share capital: share capital, registered capital, stated capital, capital stock, stammkapital, grundkapital, capital social, capitale sociale, maatschappelijk kapitaal, kapital zakladowy, 資本金, 注册资本, 자본금, уставный капитал, aktiekapital, paid in capital
industry: industry name, business activity, business description, line of business, industry, branche, geschaftsfeld, tatigkeitsfeld, unternehmensgegenstand, secteur, secteur d activite, activite, sector, sector de actividad, actividad, settore, attivita aziendale, sector bedrijf, ramo, ramo de atividade, branza, 事業内容, 業種, 業務範囲, 业务范围, 经营范围, 行业, 사업내용, 업종, отрасль, вид деятельности, bransch, business, branchen, geschaftsbereich, geschaftsbereiche
contact person: contact person, contact name, ansprechpartner, ansprechpartnerin, ansprechperson, kontaktperson, ihr ansprechpartner, ihre ansprechpartnerin, deine ansprechpartnerin, dein ansprechpartner, personne a contacter, interlocuteur, persona de contacto, persona di contatto, referente, contactpersoon, pessoa de contato, osoba kontaktowa, 担当者, 担当, 採用担当, 問い合わせ先, 联系人, 담당자, контактное лицо, kontaktperson navn, contact us person, contact person name
ceo: ceo, chief executive, chief executive officer, managing director, managing directors, geschaftsfuhrer, geschaftsfuhrerin, geschaftsfuhrung, geschaftsfuhrende gesellschafter, vertreten durch, vertretungsberechtigt, vertretungsberechtigter geschaftsfuhrer, inhaber, inhaberin, vorstand, directeur general, directrice generale, pdg, gerant, gerante, representant legal, director general, directora general, director ejecutivo, consejero delegado, gerente, amministratore delegato, amministratore unico, legale rappresentante, directeur, algemeen directeur, diretor executivo, diretor geral, prezes, prezes zarzadu, 代表者, 代表者名, 代表取締役, 代表取締役社長, 代表, 社長, 法定代表人, 法人代表, 总经理, 대표, 대표이사, 대표자, генеральный директор, vd, verkstallande direktor, daglig leder, representative, represented by, legal representative, company director, rappresentante legale, inhaber und geschaftsfuhrer, ceo name, managing director name, representative name, executive director
vat: vat id, vat, ust id, ustid, ust idnr, ust id nr, u st id nr, u st id, tva, nif, umsatzsteuer id, partita iva, p iva, p iva e codice fiscale, btw nummer, btw, btw id, nip, cif, tva intracommunautaire, numero de tva, numero tva, vat number, vat no, vat registration number, umsatzsteuer identifikationsnummer, umsatzsteuer identifikations nummer, umsatzsteueridentifikationsnummer, ust idnr nummer, uid, uid nummer, mwst nummer, numero de iva, n tva intracommunautaire, 税号, инн, momsnummer, tax id, steuernummer, vat id number, tax number
register number: register number, registration number, company number, registered number, company registration number, handelsregister, handelsregisternummer, registernummer, hrb, firmenbuchnummer, siren, siret, rcs, numero rcs, numero siret, numero de registro, registro mercantil, rea, numero rea, kvk, kvk nummer, cnpj, krs, regon, 法人番号, 登録番号, 统一社会信用代码, 사업자등록번호, огрн, organisationsnummer, cvr, org nr, numero d immatriculation, commercial register number, trade register number, company reg no, commercial register
legal name: legal name, full legal name, 正式名称, registered name, legal entity, company legal name
website: website, webseite, site web, sitio web, homepage, web, sito web, sito, sito internet, website url, pagina web, strona internetowa, strona www, ウェブサイト, ホームページ, サイト, hp, 官网, 网站, 网址, 홈페이지, 웹사이트, сайт, internet, internetseite, site internet, web site, www, hemsida, nettside, hjemmeside
question: question, frage, pregunta, domanda, vraag, pergunta, pytanie, 質問, 問題, 问题, 질문, вопрос, faq, faqs, frequently asked question, common question, haufige frage, haufig gestellte frage, fragen und antworten, fragen antworten, foire aux questions, question frequente, questions reponses, preguntas frecuentes, preguntas y respuestas, domande frequenti, veelgestelde vragen, perguntas frequentes, najczesciej zadawane pytania, よくある質問, よくあるご質問, ご質問, 常见问题, 자주 묻는 질문, частые вопросы, вопросы и ответы, q and a, q a, q&a, vanliga fragor, ofte stilte sporsmal, fragen, questions and answers, faq items, faq list, faq entry, faq item
answer: accepted answer, answer, antwort, reponse, respuesta, accepted answer text, risposta, antwoord, resposta, odpowiedz, 回答, 答え, 答案, 답변, ответ, svar
reviews: review, rezension, rezensionen, avis, resena, customer review, kundenbewertung, bewertungen, recensioni, beoordelingen, avaliacoes, opinie, レビュー, 口コミ, クチコミ, 评价, 评论, 리뷰, отзывы, opiniones, avis clients, kundenmeinungen, user reviews, kundenrezension, kundenrezensionen, valoraciones
posts: post, posts, comment, comments, reply, replies, message, messages, thread post, forum post, beitrag, beitrage, kommentar, kommentare, antworten, commentaire, commentaires, message du forum, comentario, comentarios, respuestas, mensaje, mensajes, commenti, risposte, reacties, berichten, respostas, komentarze, コメント, 投稿, 書き込み, 返信, 回复, 댓글, комментарии, сообщения, inlagg, discussion, thread replies, forum posts, discussion posts, user comments
offers: offer, angebot
specifications: specification, spec, technical data, technische daten, technical detail, technical specification, caracteristique, ficha tecnica, especificacion, datenblatt, product detail, produktdetails, details, characteristic, specifiche, specifiche tecniche, dati tecnici, caratteristiche tecniche, caratteristiche, scheda tecnica, specificaties, productspecificaties, kenmerken, especificacoes, especificacoes tecnicas, dane techniczne, specyfikacja, 仕様, 商品仕様, 製品仕様, 主な仕様, スペック, 基本情報, 商品詳細, 规格参数, 规格, 产品参数, 사양, 제품사양, характеристики, технические характеристики, produkteigenschaften, eigenschaften, merkmale, fiche technique, caracteristiques techniques, caracteristicas tecnicas, especificaciones tecnicas, zusatzliche informationen, additional information, informations complementaires, informacion adicional, product specifications, tekniska data, key specs
features: key feature, main feature, product feature, highlight, highlights, produktmerkmale, besonderheiten, das zeichnet es aus, points forts, atouts, caracteristiques principales, caracteristicas, caracteristica, caratteristiche principali, punti di forza, belangrijkste kenmerken, destaques, cechy, 特徴, 特長, 商品の特徴, 特点, 产品特点, 특징, особенности, features list, ausstattungsmerkmale, list of features, product highlights, vorteile auf einen blick, auf einen blick
ingredients list: inhaltsstoffe
population: population, einwohner, einwohnerzahl, habitant, poblacion, habitante, popolazione, abitanti, bevolking, inwoners, populacao, habitantes numero, ludnosc, liczba mieszkancow, 人口, 인구, население, befolkning, bevolkerung
area: area, flache, superficie, surface, oppervlakte, powierzchnia kraju, 面積, площадь страны
capital: capital, hauptstadt, capitale, capitale citta, hoofdstad, stolica, 首都, 수도, столица
version: version, software version, current version, latest version, versione, versie, versao, wersja, バージョン, 版本, 버전, версия
license: license, lizenz, licence, licencia, licenza, licentie, licenca, licencja, ライセンス, 许可证, 라이선스, лицензия
operating system: operating system, betriebssystem, platform, os, sistema operativo, besturingssysteem, sistema operacional, 対応os, 操作系统, 운영체제, операционная система, systeme d exploitation
file size: file size, dateigrosse, content size, dimensione file, bestandsgrootte, tamanho do arquivo, rozmiar pliku, ファイルサイズ, 文件大小, 파일 크기, размер файла, taille du fichier, tamano de archivo
downloads: download, install
floor size: floor size, living area, wohnflache, surface habitable, square meter, quadratmeter, living space, superficie abitabile, superficie, metri quadri, mq, woonoppervlakte, area util, area privativa, powierzchnia, 専有面積, 建物面積, 床面積, 面积, 建筑面积, 전용면적, площадь, общая площадь, boarea, boareal, surface, surface carrez, superficie construida, superficie util, metros cuadrados, wohnflache ca, internal area, sqft, square feet, square footage, floor area, nutzflache, gesamtflache, size sq m, size sqm, area sqm, size m2, area m2, living area sqm, usable area, property size
rooms: number of room, room, zimmer, piece, habitacion, habitaciones, zimmeranzahl, locali, vani, numero locali, aantal kamers, kamers, comodos, quartos totais, pokoje, liczba pokoi, 間取り, 部屋数, 房间数, 户型, 방 개수, комнаты, количество комнат, nombre de pieces, numero de habitaciones, anzahl zimmer, rum, antal rum, room count, rooms count, num rooms, total rooms
bedrooms: number of bedroom, bedroom, schlafzimmer, chambre, dormitorio, dormitorios, camere, camere da letto, slaapkamers, aantal slaapkamers, quartos, dormitorios numero, sypialnie, 寝室, 寝室数, 卧室, 침실, спальни, nombre de chambres, beds, no of bedrooms, sovrum, soverom, num bedrooms, bedroom count
bathrooms: number of bathroom, bathroom, number of bathrooms total, badezimmer, salle de bain, bano, bagni, numero bagni, badkamers, banheiros, lazienki, 浴室, 浴室数, 卫生间, 욕실, ванные, ванная, banos, cuartos de bano, salles de bains, salle de bains, baths, no of bathrooms, bader, badrum, num bathrooms, bathroom count
energy class: energy class, energy rating, epc rating, energieeffizienzklasse, energieklasse, energieausweis klasse, dpe, classe energetique, classe energie, certificado energetico, calificacion energetica, classe energetica, energielabel, klasa energetyczna, energiklass
tenure: tenure, eigentumsform, regime de propriete, regimen de propiedad, 権利形態, 土地権利
property type: property type, type of property, home type, objektart, objekttyp, immobilientyp, immobilienart, wohnungstyp, type de bien, tipo de inmueble, tipo de propiedad, tipologia, tipo di immobile, soort woning, woningtype, tipo de imovel, rodzaj nieruchomosci, 物件種別, 物件種目, 種別, 房屋类型, 매물종류, тип недвижимости, boligtype
available from: available from, availability date, move in date, available date, available, bezugsfrei ab, bezugsfrei, bezugstermin, verfugbar ab, frei ab, disponible a partir du, disponible le, disponible des, disponible desde, disponibile dal, disponibile da, beschikbaar vanaf, beschikbaar per, disponivel a partir de, dostepne od, 入居可能日, 入居可能時期, 入居時期, 入住时间, 입주가능일, доступно с, inflyttning, innflytting, available since, move in
additional costs: additional costs, management fee, monthly fee, hoa fee, common charges, building charges, service charge, service charges, utilities, nebenkosten, betriebskosten, charges, charges mensuelles, gastos de comunidad, gastos, spese condominiali, spese, servicekosten, condominio, 管理費, 共益費, 物业费, 관리비, коммунальные платежи, maintenance fee
rent: rent, monthly rent, rent per month, kaltmiete, nettokaltmiete, miete, monatsmiete, loyer, loyer mensuel, loyer charges comprises, alquiler, renta, renta mensual, affitto, canone, canone mensile, canone di locazione, huur, huurprijs, kale huur, aluguel, renda, czynsz, 家賃, 賃料, 租金, 월세, аренда, hyra, leie, husleje, pcm, price per month, rent price, monthly price, rental price, miete pro monat
deposit: deposit, security deposit, kaution, mietkaution, depot de garantie, caution, fianza, deposito, deposito cauzionale, cauzione, borg, waarborgsom, caucao, kaucja, 敷金, 保証金, 押金, 보증금, залог, deposition, deposit amount, security deposit amount
year built: year built, year of construction, construction year, built in, built, baujahr, annee de construction, ano de construccion, construido en, anno di costruzione, bouwjaar, ano de construcao, rok budowy, 築年月, 築年, 築年数, 竣工, 建造年份, 建成年代, 건축년도, год постройки, byggar
floor: floor, floor level, storey, etage, stockwerk, geschoss, piano, planta, piso, andar, verdieping, pietro, 所在階, 階, 楼层, 층, этаж, vaning, etasje, floor number
mileage: mileage from odometer, mileage, kilometerstand, kilometrage, kilometraje, chilometraggio, chilometri, quilometragem, przebieg, 走行距離, 行驶里程, 주행거리, пробег, miltal, laufleistung, odometer, kilometros
fuel: fuel type, fuel, kraftstoff, carburant, combustible, carburante, alimentazione, brandstof, combustivel, paliwo, rodzaj paliwa, 燃料, 燃料类型, 연료, топливо, тип топлива, bransle, drivstoff, kraftstoffart, energie vehicule, tipo de combustible, type de carburant
transmission: vehicle transmission, transmission, getriebe, boite, cambio, transmissie, versnellingsbak, cambio marchas, transmissao, skrzynia biegow, 変速機, ミッション, 变速箱, 변속기, коробка передач, vaxellada, girkasse, schaltung, boite de vitesses, caja de cambios
power: engine power, power, leistung ps, leistung, puissance, potencia, potenza, vermogen, potencia maxima, moc, 出力, 最高出力, 定格出力, 消費電力, 功率, 출력, мощность, effekt, motorleistung, nennleistung, power output, rated power, power consumption
quantity: quantity, menge, quantite, cantidad, qty, anzahl, quantita, hoeveelheid, aantal, quantidade, ilosc, 数量, 入数, 수량, количество, antal
capacity: capacity, volume, kapazitat, fassungsvermogen, volumen, capacite, contenance, capacidad, capacita, inhoud, capaciteit, capacidade, pojemnosc, 容量, 内容量, 定員, 容积, 용량, объем, вместимость, kapacitet, fullmenge, nettofullmenge, net content, contenuto, contenido, contenido neto, inhaltsmenge, inhalt
delivery time: delivery time, lieferzeit, delai de livraison, plazo de entrega, delivery, lead time, tempi di consegna, tempo di consegna, levertijd, prazo de entrega, czas dostawy, お届け予定, お届け日, 納期, 発送目安, 发货时间, 배송기간, срок доставки, leveranstid, leveringstid, lieferfrist, versandzeit, dispatch time, ships in, delai d expedition, entrega
shipping cost: shipping cost, versandkosten, versand, frais de port, gasto de envio, shipping, shipping rate, spese di spedizione, costi di spedizione, verzendkosten, frete, custo de envio, koszt dostawy, 送料, 配送料, 运费, 배송비, стоимость доставки, frakt, fragt, livraison frais, versandkosten ab, costes de envio, delivery cost, delivery charge
warranty: warranty, garantie, garantia, gewahrleistung, garanzia, garantie duur, gwarancja, 保証, 保証期間, メーカー保証, 保修, 质保, 보증기간, гарантия, garanti, guarantee, warranty period, garantiezeit, duree de garantie, periodo de garantia, herstellergarantie, manufacturer warranty, garantiedauer, garantietijd
amenities: amenity, amenity feature, ausstattung, equipement, servizi, dotazioni, voorzieningen, comodidades, udogodnienia, 設備, アメニティ, 施設設備, 設施, 设施, 편의시설, удобства, equipements, servicios, instalaciones, faciliteter, facilities, ausstattung der wohnung, ausstattung und services, hotel facilities, hotelausstattung, services et equipements, amenities list, facilities list
check out: check out, check out time, checkout, checkout time, abreise, abreise bis, depart, heure de depart, salida, hora de salida, partenza, uitchecken, チェックアウト, 退房, 체크아웃, выезд, utcheckning
check in: check in, check in time, checkin, checkin time, anreise, anreise ab, arrivee, heure d arrivee, llegada, hora de llegada, entrada hotel, arrivo, inchecken, チェックイン, チェックイン時間, 入住, 체크인, заезд, incheckning, innsjekk
developer: developer, developed by, entwickler, developpeur, desarrollador, sviluppatore, ontwikkelaar, desenvolvedor, producent gry, 開発元, 開発者, 开发商, 개발사, разработчик, utvecklare
value: value, wert, valeur, valor
`

const fold = (text: string): string =>
  text
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")

/** Articles, and whose a thing is: `Deine Aufgaben`, `Vos missions`. */
const small = new Set(
  "the a an of de der die das des du la le les el los del d l in on zum zur is your our my dein deine ihr ihre unser unsere vos votre nos notre tus sus jouw onze".split(
    " "
  )
)

const anyWords = (name: string): ReadonlyArray<string> =>
  fold(name)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

/** Most names are of ASCII, and need none of the tables of Unicode. */
const isAscii = (name: string): boolean => !/[^\0-\x7f]/.test(name)

const plainWords = (name: string): ReadonlyArray<string> =>
  (/[A-Z]/.test(name) ? name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2") : name)
    .toLowerCase()
    .split(/[^a-z\d]+/)

/** Words of a name: camelCase, snake_case and prose alike, lower case, without marks, in the singular. */
export const wordsOf = (label: string): ReadonlyArray<string> => {
  const read = label.slice(0, 200)
  // What stands in brackets at the end is a unit or a remark: `High (°C)`.
  const name = /[)）]\s*$/.test(read) ? read.replace(/(?<=\S\s?)(?:\([^()]*\)|（[^（）]*）)\s*$/, "") : read
  const words = (isAscii(name) ? plainWords(name) : anyWords(name)).filter((word) => word !== "")
  const significantWords = words.filter((word) => !small.has(word))
  return (significantWords.length > 0 ? significantWords : words).map(singular)
}

const singular = (word: string): string => {
  if (word.length < 4 || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) return word
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`
  return word.endsWith("s") ? word.slice(0, -1) : word
}

const concepts: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split("\n")
    .flatMap((line) => {
      const colon = line.indexOf(":")
      const concept = line.slice(0, colon)
      return [concept, ...line.slice(colon + 1).split(",")].map((name) => [wordsOf(name).join(" "), concept] as const)
    })
    // Of two concepts with one name the first keeps it.
    .toReversed()
)

/** With which no name begins, none has to be looked for. */
const firstWords: ReadonlySet<string> = new Set([...concepts.keys()].map((name) => name.split(" ", 1)[0]!))

/** Nouns that say what a thing is and nothing about it: `productName` asks for the name. */
const genericNouns = new Set(
  "product produkt produit producto item article artikel articulo recipe rezept recette receta job event veranstaltung book buch livre libro movie film pelicula company person page post blog news restaurant hotel course kurs video app software property listing vehicle car place store shop organization business offer primary main ticket thread topic discussion".split(
    " "
  )
)

export const isGenericNoun = (word: string): boolean => genericNouns.has(word)

/** What a name means: its concept, the concepts of its parts, or its own words. */
export const meaningOf = (label: string): string => {
  const words = wordsOf(label)
  const whole = concepts.get(words.join(" "))
  if (whole !== undefined) return whole
  const parts: Array<string> = []
  for (let at = 0; at < words.length;) {
    let length = firstWords.has(words[at]!) ? Math.min(4, words.length - at) : 1
    while (length > 1 && !concepts.has(words.slice(at, at + length).join(" "))) length--
    const phrase = words.slice(at, at + length).join(" ")
    parts.push(concepts.get(phrase) ?? phrase)
    at += length
  }
  const own = parts.join(" ")
  return parts.length > 1 && !concepts.has(own) ? (meaningInTwoLanguages(label) ?? own) : own
}

/** Of a label in two languages: `会社名 / Company`, `設立 Established`. Both say the same, or one of them is unknown. */
const meaningInTwoLanguages = (label: string): string | undefined => {
  const sides =
    /^(.{1,40}?)\s*[/／|｜]\s*(.{1,40})$/u.exec(label) ?? /^(\p{Lo}{1,20})\s+([A-Za-z][A-Za-z .]{2,40})$/u.exec(label)
  if (sides === null) return undefined
  const known = new Set(
    sides.slice(1).flatMap((side) => {
      const meaning = concepts.get(wordsOf(side).join(" "))
      return meaning === undefined ? [] : [meaning]
    })
  )
  return known.size === 1 ? [...known][0] : undefined
}

export const isKnown = (meaning: string): boolean => concepts.has(wordsOf(meaning).join(" "))

/** Concepts that answer for another one when nothing says it outright, nearest first. */
const broader: Readonly<Record<string, ReadonlyArray<string>>> = {
  name: ["product name", "person name"],
  year: ["published"],
  date: ["published", "start date"],
  "start date": ["date"],
  published: ["date"],
  city: ["location city", "address city"],
  location: ["city"],
  salary: ["salary value"],
  description: ["synopsis"],
  synopsis: ["description"],
  capital: ["share capital"],
  "ingredients list": ["ingredients"],
  body: ["posts"],
  "start time": ["start date"],
  "floor size": ["area"],
  "playing position": ["job title"],
  "job title": ["playing position"],
  "review count": ["rating count"],
  "rating count": ["review count"]
}

/** The same for things of one kind only: the author of software is its developer, and that of an article is none. */
const broaderOfKind: Readonly<Record<string, { readonly kind: string; readonly meanings: ReadonlyArray<string> }>> = {
  question: { kind: "question", meanings: ["name"] },
  developer: { kind: "software", meanings: ["author", "publisher"] },
  founded: { kind: "company", meanings: ["year"] }
}

/** Units at the end of a name, as in `prep_time_minutes`. */
const units = new Set(
  "minute min minuten second sec hour h day eur usd gbp chf kg g cm mm m km sqm m2 percent in euro euros dollar amount text string raw url iso".split(
    " "
  )
)

/**
 * Kinds of things whose name is the name of no other kind, each with what schema.org calls things of it: the name of a
 * product is no answer to `companyName`.
 */
const kinds: Readonly<Record<string, ReadonlyArray<string>>> = {
  product: ["book", "vehicle", "car", "software", "application", "game", "drug", "listing"],
  company: ["organization", "corporation", "business", "store", "restaurant", "hotel", "brand", "service"],
  organization: ["company", "corporation", "business", "store", "restaurant", "hotel"],
  business: ["company", "organization", "corporation", "store", "restaurant", "hotel"],
  person: ["profile"],
  event: [],
  place: ["business", "store", "restaurant", "hotel", "accommodation", "attraction", "residence"],
  restaurant: ["cafe", "bar", "bakery", "food"],
  hotel: ["lodging", "motel", "hostel", "resort", "accommodation"],
  store: ["shop"],
  shop: ["store"],
  job: [],
  recipe: [],
  book: ["audiobook"],
  movie: [],
  film: ["movie"],
  course: [],
  video: ["movie", "episode", "clip"],
  app: ["application", "software"],
  software: ["application", "app", "game"],
  question: ["faq", "qa"]
}

/** What only things of a kind have: a page that says it without types is about one. */
const signs: Readonly<Record<string, ReadonlyArray<string>>> = {
  product: ["price", "sku", "gtin", "mpn"],
  recipe: ["ingredients", "instructions", "prep time", "cook time"],
  book: ["isbn"],
  movie: ["director", "actors"],
  event: ["start date", "door time", "performer", "organizer", "speaker"],
  job: ["salary", "employment type", "responsibilities", "qualifications"],
  company: ["vat", "legal name", "founded", "employees", "register number", "share capital"],
  hotel: ["check in", "check out"],
  person: ["birth date", "birth place", "research interests", "office hours"]
}

/** Kinds of what a page without types is about, by the meanings of what it says. */
export const kindsBySigns = (meanings: ReadonlySet<string>): ReadonlyArray<string> =>
  Object.keys(signs).filter((kind) => signs[kind]!.some((meaning) => meanings.has(meaning)))

/** Whether the name of a thing with types of these words answers for this noun; any thing's does for a noun of no kind. */
const isOfKind = (noun: string, subject: ReadonlySet<string>): boolean =>
  !Object.hasOwn(kinds, noun) || subject.has(noun) || kinds[noun]!.some((word) => subject.has(word))

/** What may answer a property of this name, best first. `subject` are words of the types of what the page is about. */
export const meaningsOf = (name: string, subject: ReadonlySet<string> = new Set()): ReadonlyArray<string> => {
  const own = meaningOf(name)
  const found = [own, ...(broader[own] ?? [])]
  const ofKind = Object.hasOwn(broaderOfKind, own) ? broaderOfKind[own] : undefined
  if (ofKind !== undefined && isOfKind(ofKind.kind, subject)) found.push(...ofKind.meanings)
  const words = wordsOf(name)
  const noun = nounOfName(name)
  if (noun === undefined) {
    if (words.length > 1 && genericNouns.has(words[0]!)) found.push(meaningOf(words.slice(1).join(" ")))
  } else if (isOfKind(noun, subject)) found.push("name")
  if (words.length > 1 && units.has(words.at(-1)!) && !isKnown(own))
    found.push(...meaningsOf(words.slice(0, -1).join(" "), subject))
  // The name of an author is what stands where the author is named.
  if (own.endsWith(" name")) found.push(own.slice(0, -5))
  return [...new Set(found)]
}

/** The kind of thing whose name is asked for: `event` of `eventTitle`, `person` of `fullName`. */
export const nounOfName = (name: string): string | undefined => {
  const [noun = "", ...rest] = wordsOf(name)
  if (genericNouns.has(noun) && rest.length > 0 && meaningOf(rest.join(" ")) === "name") return noun
  const [kind = "", part] = meaningOf(name).split(" ")
  return part === "name" && Object.hasOwn(kinds, kind) ? kind : undefined
}

/** Things that come with another: an `amount` inside `price` is the price. */
export const selfNames = new Set(["price", "value", "name", "body", "label", "amount", "text", "number"])
