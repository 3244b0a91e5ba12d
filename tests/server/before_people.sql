BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('chat_person');
CREATE TABLE carries (
	table_id VARCHAR(16) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	place INTEGER NOT NULL, 
	expires FLOAT NOT NULL, 
	PRIMARY KEY (table_id, hash, place), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE chat (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	place INTEGER, 
	name VARCHAR(40) NOT NULL, 
	text VARCHAR(500) NOT NULL, 
	at FLOAT NOT NULL, person VARCHAR(32), 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "chat" VALUES('x3xkjyzty9of',1,0,'Anna','hello',1.79479684597712850569e+09,'4nW3k4zO9LMMRahH');
CREATE TABLE moves (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	move VARCHAR(60) NOT NULL, 
	bot BOOLEAN NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES('x3xkjyzty9of',1,'card 6',0,1.79479684513029432292e+09);
CREATE TABLE people (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('4nW3k4zO9LMMRahH','Anna',1.79479684314439034463e+09);
INSERT INTO "people" VALUES('KK_2YGQccVd5_yHH','Ben',1.79479684337001323696e+09);
CREATE TABLE progress (
	person VARCHAR(32) NOT NULL, 
	what VARCHAR(80) NOT NULL, 
	value INTEGER NOT NULL, 
	changed FLOAT NOT NULL, 
	PRIMARY KEY (person, what)
);
INSERT INTO "progress" VALUES('KK_2YGQccVd5_yHH','x',2,1.79479684594526910784e+09);
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	place INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(6) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	strength VARCHAR(20), 
	away BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, place), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('x3xkjyzty9of',0,1,'person','Anna',NULL,0);
INSERT INTO "seats" VALUES('x3xkjyzty9of',1,0,'person','Ben',NULL,0);
INSERT INTO "seats" VALUES('291t0ud0aqgr',0,1,'person','Ben',NULL,0);
INSERT INTO "seats" VALUES('291t0ud0aqgr',1,0,'person','Cleo',NULL,0);
INSERT INTO "seats" VALUES('veu4bmpul928',0,0,'person','Player',NULL,0);
INSERT INTO "seats" VALUES('veu4bmpul928',1,1,'open','',NULL,0);
CREATE TABLE settings (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "settings" VALUES('secret','dc1f67600a57d19d15f0e321866d22d4b1367391d3d1715d9a5bf1ca6efa0a0c');
INSERT INTO "settings" VALUES('started','1794796836.708325');
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	players INTEGER NOT NULL, 
	board VARCHAR(80) NOT NULL, 
	options TEXT NOT NULL, 
	rules INTEGER NOT NULL, 
	seed VARCHAR(20), 
	salt VARCHAR(64), 
	commitment VARCHAR(64), 
	start TEXT, 
	base INTEGER NOT NULL, 
	position TEXT, 
	status VARCHAR(10) NOT NULL, 
	maker VARCHAR(32), 
	public BOOLEAN NOT NULL, 
	hot_seat BOOLEAN NOT NULL, 
	hints BOOLEAN NOT NULL, 
	time_limit INTEGER, 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	moved FLOAT NOT NULL, 
	version INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	undos INTEGER NOT NULL, 
	to_move INTEGER, 
	rematch VARCHAR(16), 
	lease_by VARCHAR(32), 
	lease_until FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('x3xkjyzty9of','Friday','meridian',2,'thirteen-isles','{}',1,'1597932249262053102','363e56c34cdc0ab3529e18ecd38dddd6','3192781b1aedea5ff299e62937bfecdb0270e6ca2f40e064332e35b044efee3d',NULL,0,'{"game": "meridian", "board": "thirteen-isles", "players": 2, "options": {}, "phase": "build", "to_move": 0, "turn": 0, "towers": [[null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null]], "supply": [40, 40], "open": [["6", "8-10"], ["5", "8"]], "piles": [["5", "8", "8", "4", "7", "7", "10", "2", "2", "1", "4-7", "6", "10", "3", "1", "4", "9", "3", "5", "1-3", "4-7", "1-3", "8-10", "9"], ["6", "5", "1-3", "8-10", "3", "8-10", "10", "10", "4-7", "4-7", "1-3", "4", "6", "7", "1", "9", "2", "2", "9", "3", "7", "4", "1", "8"]], "discards": [[], []], "card": "6", "meridian": 6, "lifted": null, "height": null}','playing','4nW3k4zO9LMMRahH',0,0,1,NULL,1.79479684359134316444e+09,1.79479684597796535494e+09,1.79479684513029432292e+09,5,1,0,0,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('291t0ud0aqgr','','meridian',2,'thirteen-isles','{}',1,'7928337872038778644','64185418c5bfaaddff9c7097b1993b9e','4d94ccadd466917f3cfd15be62139e656bc9d29cca6def90971522b8ca12c9b6',NULL,0,'{"game": "meridian", "board": "thirteen-isles", "players": 2, "options": {}, "phase": "card", "to_move": 0, "turn": 0, "towers": [[null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null], [null, null, null, null, null]], "supply": [40, 40], "open": [["8-10", "2"], ["1", "4-7"]], "piles": [["6", "1-3", "5", "9", "4", "1-3", "6", "1", "8-10", "5", "1", "7", "2", "4-7", "10", "4-7", "3", "7", "8", "9", "8", "4", "3", "10"], ["6", "2", "5", "7", "4", "9", "1-3", "4", "7", "3", "10", "3", "8", "5", "1", "6", "2", "8-10", "9", "1-3", "8-10", "8", "4-7", "10"]], "discards": [[], []], "card": null, "meridian": null, "lifted": null, "height": null}','playing','KK_2YGQccVd5_yHH',0,1,1,NULL,1.79479684530365943915e+09,1.79479684533902907376e+09,1.79479684533864283562e+09,2,0,0,0,NULL,NULL,0.0);
INSERT INTO "tables" VALUES('veu4bmpul928','','meridian',2,'thirteen-isles','{}',1,'18389085302669872628','5b9f943a58a309d5be8a22d1c5c55dfe','8cdcc177f05144ae3a4edf0d7cd29749ef5262f0da87dab4c6555b68c10790c0',NULL,0,NULL,'open','oskvB1ruAGJBwGvr',1,0,1,NULL,1.79479684540466618539e+09,1.79479684540466618539e+09,1.79479684540466618539e+09,1,0,0,NULL,NULL,NULL,0.0);
CREATE TABLE tokens (
	table_id VARCHAR(16) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	place INTEGER NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	PRIMARY KEY (table_id, hash, place), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "tokens" VALUES('x3xkjyzty9of','e22d6cbdd2ae81669c935b270f231824715a677c5c3c62065f2c151dfd11ed1e',0,'4nW3k4zO9LMMRahH');
INSERT INTO "tokens" VALUES('x3xkjyzty9of','3561bf27fb8d5cd64dc4de72fab09745c95d4c68c96fa3a12b71432585adcc6a',1,'KK_2YGQccVd5_yHH');
INSERT INTO "tokens" VALUES('291t0ud0aqgr','f85ab9890d5694fca578d82f226654038c57f752059b6bdf55b8374ba1eaa385',0,'KK_2YGQccVd5_yHH');
INSERT INTO "tokens" VALUES('291t0ud0aqgr','f85ab9890d5694fca578d82f226654038c57f752059b6bdf55b8374ba1eaa385',1,'KK_2YGQccVd5_yHH');
INSERT INTO "tokens" VALUES('veu4bmpul928','5666f442b60d9424af8ae02bafb6710c9661b497462af38e145fc71b8dca0995',0,'oskvB1ruAGJBwGvr');
CREATE INDEX tables_by_status ON tables (status, changed);
CREATE INDEX tables_by_maker ON tables (maker);
CREATE INDEX tokens_by_person ON tokens (person);
COMMIT;
