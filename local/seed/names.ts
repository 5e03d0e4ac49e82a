import type { Province } from './towns.ts';

/** First names and surnames that are common among the speakers of a language, the commonest first. */
interface Names {
  female: readonly string[];
  male: readonly string[];
  surnames: readonly string[];
}

export type Language = keyof typeof NAMES;

const names = (female: string, male: string, surnames: string): Names => ({
  female: female.split(', '),
  male: male.split(', '),
  surnames: surnames.split(', '),
});

/** The country's spoken official languages, and those of the Indian community (Constitution, section 6). */
export const NAMES = {
  isiZulu: names(
    'Nomvula, Thandeka, Nokuthula, Zanele, Sibongile, Ntombi, Nonhlanhla, Zandile, Hlengiwe, Busisiwe, Lindiwe, Thembi, Gugu, Mbali, Sthembile, Samukelisiwe, Nompumelelo, Nomthandazo',
    'Sipho, Bongani, Sibusiso, Mandla, Themba, Nkosinathi, Sandile, Mduduzi, Siyabonga, Jabulani, Musa, Vusi, Sifiso, Thabani, Lungelo, Mthokozisi, Senzo, Phumlani',
    'Dlamini, Ndlovu, Khumalo, Mkhize, Zulu, Ngcobo, Buthelezi, Cele, Mthembu, Sithole, Gumede, Ntuli, Zungu, Hadebe, Zondi, Shabalala, Mhlongo, Nxumalo, Khoza, Myeni, Mchunu, Dladla, Msomi, Shezi, Ngubane, Majola',
  ),
  isiXhosa: names(
    'Nomsa, Noluthando, Nandipha, Nosipho, Babalwa, Zintle, Bulelwa, Andiswa, Siphokazi, Lindelwa, Vuyokazi, Lulama, Zukiswa, Sisanda, Nomfundo, Thandokazi, Ntombekhaya, Pumla',
    'Andile, Xolani, Luyanda, Vuyo, Lwazi, Sizwe, Mzwandile, Ayanda, Lubabalo, Siphiwo, Zola, Loyiso, Anele, Unathi, Monde, Mncedisi, Thembani, Phumzile',
    'Mpofu, Booi, Jonas, Mabandla, Ndamase, Matyila, Nkohla, Dyantyi, Ntshinga, Ngalo, Mjoli, Dyasi, Fani, Gqamana, Jack, Kalipa, Mnyanda, Nofemela, Pityana, Tyali, Vena, Xuma, Sotyu, Mbekeni, Bangani',
  ),
  Afrikaans: names(
    'Annelie, Elmarie, Chantelle, Riana, Karien, Magda, Liezel, Anneke, Ilse, Marietjie, Hester, Zelda, Wilna, Charlene, Petro, Susanna, Elna, Zoë',
    'Johan, Pieter, Jaco, Hennie, Gerhard, Kobus, François, Willem, Deon, Riaan, Stefan, Christo, Danie, Andries, Hannes, Marius, Ruan, Wynand',
    'Botha, van der Merwe, Pretorius, Venter, Fourie, Jacobs, Nel, Coetzee, Steyn, du Plessis, Kruger, van Wyk, Adams, Swanepoel, Smit, Visser, Louw, Joubert, du Toit, Meyer, Potgieter, Cloete, van Zyl, September, Arendse, Fortuin, Beukes, Davids, Engelbrecht',
  ),
  English: names(
    'Michelle, Nicole, Jennifer, Lauren, Sarah, Candice, Megan, Bronwyn, Samantha, Kerry, Claire, Robyn, Tracey, Natalie, Jessica, Debbie',
    'Michael, David, Craig, Andrew, Mark, Gareth, Shaun, Ryan, Warren, Kevin, Grant, Matthew, Brendan, Bradley, Ian, Dylan',
    "Smith, Williams, Jones, Petersen, Taylor, Wilson, Daniels, Robinson, Thompson, Harris, Clarke, Edwards, Murray, Fraser, Campbell, Hughes, Walker, Baker, Mitchell, Gordon, Palmer, Stewart, O'Connor, Anderson",
  ),
  'Tamil, Hindi and Urdu': names(
    'Priya, Kavitha, Nisha, Ayesha, Fatima, Shamila, Rekha, Sunitha, Yasmin, Deshni, Thirusha, Zainab, Pravina, Kerusha',
    'Rajesh, Yusuf, Sanjay, Ahmed, Pravin, Vishal, Imraan, Kumaran, Ashwin, Mohamed, Suren, Nishaan, Logan, Rishi',
    'Naidoo, Govender, Pillay, Moodley, Reddy, Singh, Chetty, Maharaj, Khan, Patel, Naicker, Padayachee, Essop, Ramsamy, Perumal, Cassim, Ebrahim, Desai, Moosa',
  ),
  Sepedi: names(
    'Lerato, Dikeledi, Mahlatse, Refilwe, Kgaogelo, Mokgadi, Mmapula, Raesetja, Mosima, Hunadi, Ramadimetja, Tshegofatso',
    'Thabo, Tebogo, Kabelo, Phuti, Sello, Thapelo, Matome, Lesiba, Maropeng, Kgabo, Ngoako, Malesela',
    'Malatji, Ledwaba, Mphahlele, Kekana, Mojapelo, Maponya, Makgoba, Mamabolo, Mothapo, Moloto, Phaahla, Matlala, Mashishi, Ramokgopa, Modiba, Chuene, Molepo, Lebepe',
  ),
  Setswana: names(
    'Boitumelo, Naledi, Keabetswe, Masego, Dineo, Kelebogile, Bontle, Gaone, Lorato, Onalenna, Goitsemang, Segametsi',
    'Kagiso, Tshepo, Katlego, Thato, Lebogang, Tumelo, Itumeleng, Oratile, Mothusi, Olebogeng, Kgosi, Tiro',
    'Molefe, Modise, Mogale, Phiri, Tau, Moagi, Pule, Moeng, Mothibi, Kgositsile, Setlhare, Mokgosi, Moremi, Molema, Diale, Segone, Mabe, Thekiso, Leburu',
  ),
  Sesotho: names(
    'Palesa, Mpho, Nthabiseng, Puleng, Dimakatso, Mamello, Limpho, Tshidi, Matshediso, Lineo, Disebo, Keneuoe',
    'Teboho, Lehlohonolo, Thabiso, Neo, Mohau, Khotso, Lebohang, Moeketsi, Sechaba, Retselisitsoe, Tankiso, Pule',
    'Mokoena, Mofokeng, Motaung, Tshabalala, Moloi, Radebe, Nhlapo, Tsotetsi, Mosia, Motloung, Molapo, Mohapi, Motsoeneng, Thulo, Lephoto, Mphuthi, Selepe, Matsoso',
  ),
  Xitsonga: names(
    'Tsakani, Khensani, Rhulani, Tintswalo, Nyiko, Basani, Hlamalani, Vutomi, Mihloti, Kurhula',
    'Vongani, Ntsako, Nhlamulo, Tiyani, Hlulani, Amukelani, Risimati, Vutlhari, Mafemani, Hasani',
    'Baloyi, Chauke, Maluleke, Mabunda, Ngobeni, Nkuna, Mathebula, Hlungwani, Shivambu, Rikhotso, Makhubele, Mabasa, Khosa, Manganyi, Bila, Sambo',
  ),
  siSwati: names(
    'Phindile, Lungile, Nomcebo, Bongiwe, Ncobile, Thembelihle, Gcinile, Siphesihle, Phumelele, Tengetile',
    'Sabelo, Thulani, Muzi, Nhlanhla, Mbongeni, Sicelo, Melusi, Banele, Wandile, Mfanafuthi',
    'Nkosi, Dlamini, Shongwe, Simelane, Maseko, Shabangu, Mnisi, Mdluli, Ngwenya, Zwane, Lukhele, Magagula, Hlatshwayo, Nkambule, Ginindza, Fakudze',
  ),
  Tshivenda: names(
    'Mulalo, Rendani, Takalani, Livhuwani, Tshilidzi, Ndivhuwo, Rofhiwa, Mashudu, Khathutshelo, Fhatuwani',
    'Mukundi, Thendo, Rudzani, Lufuno, Humbulani, Tshifhiwa, Fulufhelo, Ndamulelo, Phathutshedzo, Ronewa',
    'Mudau, Ndou, Mulaudzi, Munyai, Tshivhase, Muthambi, Ravele, Mukwevho, Phaswana, Ramabulana, Nemukula, Netshifhefhe, Tshikovhi, Luvhengo, Nethononda',
  ),
  isiNdebele: names(
    'Thokozile, Nomasonto, Zodwa, Duduzile, Sonto, Ntombizodwa, Nomathemba, Phephisile, Busi',
    'Mlungisi, Thokozani, Bafana, Zakhele, Mbuso, Velaphi, Jabu, Johannes, Petrus',
    'Mahlangu, Skosana, Masango, Mtsweni, Mabena, Masilela, Msiza, Sibanyoni, Mnguni, Jiyane, Mthimunye, Kabini, Ndala, Mashiyane',
  ),
} satisfies Record<string, Names>;

/** Percentage of people who speak a language at home, rounded from the census of 2022; small shares are left out. */
export const LANGUAGES_OF: Record<Province, Partial<Record<Language, number>>> = {
  Gauteng: {
    isiZulu: 23,
    Sesotho: 13,
    Sepedi: 13,
    Setswana: 10,
    English: 10,
    Afrikaans: 8,
    Xitsonga: 7,
    isiXhosa: 7,
    'Tamil, Hindi and Urdu': 3,
    isiNdebele: 3,
    Tshivenda: 2,
    siSwati: 1,
  },
  'Western Cape': { Afrikaans: 41, isiXhosa: 31, English: 23, 'Tamil, Hindi and Urdu': 2, Sesotho: 1 },
  'KwaZulu-Natal': { isiZulu: 80, 'Tamil, Hindi and Urdu': 8, English: 7, isiXhosa: 3, Afrikaans: 1 },
  'Eastern Cape': { isiXhosa: 82, Afrikaans: 10, English: 5, Sesotho: 2 },
  Limpopo: { Sepedi: 55, Tshivenda: 17, Xitsonga: 17, Afrikaans: 3, isiNdebele: 2, Setswana: 2 },
  Mpumalanga: {
    siSwati: 30,
    isiZulu: 28,
    Xitsonga: 11,
    isiNdebele: 10,
    Sepedi: 10,
    Afrikaans: 4,
    English: 3,
  },
  'North West': { Setswana: 73, Sesotho: 6, isiXhosa: 5, Afrikaans: 5, Xitsonga: 4, English: 2 },
  'Free State': { Sesotho: 72, Afrikaans: 10, isiXhosa: 6, Setswana: 5, isiZulu: 4, English: 2 },
  'Northern Cape': { Afrikaans: 55, Setswana: 36, isiXhosa: 5, English: 2 },
};
