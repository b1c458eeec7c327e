// The tables of filter.grammar, made by `node scripts/grammar.mjs`: not to be edited by hand.
import { LRParser } from "@lezer/lr";
const spec_Word = { __proto__: null, NOT: 52, AND: 56, OR: 58 };
export const parser = LRParser.deserialize({
  version: 14,
  states:
    "$hQVQPOOOOQO'#Ca'#CaOOQO'#Cu'#CuOVQPO'#C`OqQPO'#CdOxQQO'#CgOOQO'#Cw'#CwOOQO'#Ct'#CtO!ZQPO'#C_O!kQPO'#C^QOQPOOOOQO,58z,58zOOQO,59O,59OO!vQPO,59OOOQO,59R,59ROOQO'#Cm'#CmOOQO'#Co'#CoOVQPO'#CoO!{QPO,58yOOQO'#Cn'#CnOVQPO'#CpO#]QPO,58xOOQO1G.j1G.jOOQO,59Z,59ZOOQO-E6m-E6mOOQO,59[,59[OOQO-E6n-E6n",
  stateData:
    "#n~OgOS~OUUOVQOXSO[TO^UO_UO`UOjPO~OY[O~PVOXSO]^O^^O_^O`^O~Ol_OeRXmRXYRX~PVOmcOeQXYQX~OYfO~Ol_OeRamRaYRa~PVOmcOeQaYQa~O_^[U`~",
  goto: "#qlPPmsz!TPP!^PP!jPPPPP!s!w!{#RPPP#X#hPzQYOR]SSXOSRid_VORSWabd_QORSWabd^UORSWabdR^T_UORSWabdTaWbTdXeQbWRhbQeXRjeUWOSdQZRS`WbRga_RORSWabd",
  nodeNames:
    "⚠ Query Or And Not NotSign Word Minus Group Open Close Pair Key Value String BegunString OpenString AndSign OrSign",
  maxTerm: 29,
  skippedNodes: [0],
  repeatNodeCount: 2,
  tokenData:
    "9h~RzOX#uXY&rYZ&rZ]#u]^&r^p#upq&rqr#urs'Zsx#uxy)Yyz)_z}#u}!O)d!O!c#u!c!}-d!}#O#u#O#P%O#P#T#u#T#o-d#o$f#u$f$g&r$g$Ip#u$Ip$Iq4m$Iq%&l#u%&l%&m)d%&m&FU#u&FU&FV&r&FV&Fb#u&Fb&Fc6[&Fc'.b#u'.b41d-d41d;'S#u;'S;=`&l<%l?HW#u?HW?HX7y?HX?H^#u?H^?H_)Y?H_?H`)_?H`?Hc#u?Hc?Hd)d?HdO#uR#|`]QUPOX#uZ]#u^p#uqr#usx#uz#O#u#O#P%O#P$f#u$g$Ip#u$Iq&FU#u&FV&Fb#u&Fc;'S#u;'S;=`&l<%l?HW#u?HX?H^#u?H`O#uR%VR]QUPO;'S#u;'S;=`%`;=`O#uR%ga]QUPOX#uZ]#u^p#uqr#usx#uz#O#u#O#P%O#P$f#u$g$Ip#u$Iq&FU#u&FV&Fb#u&Fc;'S#u;'S;=`&l;=`<%l#u<%l?HW#u?HX?H^#u?H`O#uR&oP;=`<%l#u~&wUg~XY&rYZ&r]^&rpq&r$f$g&r&FU&FV&r~'`V`~Or'Zrs'us#O'Z#O#P(V#P;'S'Z;'S;=`)S<%lO'Z~'zQ^~z{(Q?H`?Ha(Q~(VO_~~([R`~O;'S'Z;'S;=`(e;=`O'Z~(jW`~Or'Zrs'us#O'Z#O#P(V#P;'S'Z;'S;=`)S;=`<%l'Z<%lO'Z~)VP;=`<%l'Z~)_OX~~)dOY~R)k`VP]QOX*mZ]*m^p*mqr*msx*mz#O*m#O#P+t#P$f*m$g$Ip*m$Iq&FU*m&FV&Fb*m&Fc;'S*m;'S;=`-^<%l?HW*m?HX?H^*m?H`O*mQ*r`]QOX*mZ]*m^p*mqr*msx*mz#O*m#O#P+t#P$f*m$g$Ip*m$Iq&FU*m&FV&Fb*m&Fc;'S*m;'S;=`-^<%l?HW*m?HX?H^*m?H`O*mQ+yR]QO;'S*m;'S;=`,S;=`O*mQ,Xa]QOX*mZ]*m^p*mqr*msx*mz#O*m#O#P+t#P$f*m$g$Ip*m$Iq&FU*m&FV&Fb*m&Fc;'S*m;'S;=`-^;=`<%l*m<%l?HW*m?HX?H^*m?H`O*mQ-aP;=`<%l*mR-kw]QUPOX#uZ]#u^p#uqr#usx#uz}#u}!O-d!O!Q#u!Q![-d![!]0U!]!^#u!^!_1y!_!`3b!`!a1y!a!c#u!c!}-d!}#O#u#O#P%O#P#R#u#R#S-d#S#T#u#T#o-d#o$f#u$g$Ip#u$Iq&FU#u&FV&Fb#u&Fc'.b#u'.b41d-d41d;'S#u;'S;=`&l<%l?HW#u?HX?H^#u?H`?Hp#u?Hp?Hq0U?Hq?Hr#u?Hr?Hs1y?Hs?Ht3b?Ht?Hu1y?HuO#uR0_h]Q[PUPOX#uZ]#u^p#uqr#usx#uz!^#u!^!_1y!_!`3b!`!a1y!a#O#u#O#P%O#P$f#u$g$Ip#u$Iq&FU#u&FV&Fb#u&Fc;'S#u;'S;=`&l<%l?HW#u?HX?H^#u?H`?Hr#u?Hr?Hs1y?Hs?Ht3b?Ht?Hu1y?HuO#uR2Sd]Q[PUPOX#uZ]#u^p#uqr#usx#uz!_#u!_!`3b!`#O#u#O#P%O#P$f#u$g$Ip#u$Iq&FU#u&FV&Fb#u&Fc;'S#u;'S;=`&l<%l?HW#u?HX?H^#u?H`?Hs#u?Hs?Ht3b?HtO#uR3k`]Q[PUPOX#uZ]#u^p#uqr#usx#uz#O#u#O#P%O#P$f#u$g$Ip#u$Iq&FU#u&FV&Fb#u&Fc;'S#u;'S;=`&l<%l?HW#u?HX?H^#u?H`O#u~4rV`~O#O4m#O#P5X#P$Iq4m$Iq$Ir'u$Ir;'S4m;'S;=`6U<%lO4m~5^R`~O;'S4m;'S;=`5g;=`O4m~5lW`~O#O4m#O#P5X#P$Iq4m$Iq$Ir'u$Ir;'S4m;'S;=`6U;=`<%l4m<%lO4m~6XP;=`<%l4m~6aV`~O#O6[#O#P6v#P&Fc6[&Fc&Fd'u&Fd;'S6[;'S;=`7s<%lO6[~6{R`~O;'S6[;'S;=`7U;=`O6[~7ZW`~O#O6[#O#P6v#P&Fc6[&Fc&Fd'u&Fd;'S6[;'S;=`7s;=`<%l6[<%lO6[~7vP;=`<%l6[~8OV`~O#O7y#O#P8e#P;'S7y;'S;=`9b<%l?HW7y?HW?HX'u?HXO7y~8jR`~O;'S7y;'S;=`8s;=`O7y~8xW`~O#O7y#O#P8e#P;'S7y;'S;=`9b;=`<%l7y<%l?HW7y?HW?HX'u?HXO7y~9eP;=`<%l7y",
  tokenizers: [0, 1],
  topRules: { Query: [0, 1] },
  specialized: [{ term: 6, get: (value: keyof typeof spec_Word) => spec_Word[value] || -1 }],
  tokenPrec: 116,
});

export const Query = 1,
  Or = 2,
  And = 3,
  Not = 4,
  NotSign = 5,
  Word = 6,
  Minus = 7,
  Group = 8,
  Open = 9,
  Close = 10,
  Pair = 11,
  Key = 12,
  Value = 13,
  String = 14,
  BegunString = 15,
  OpenString = 16,
  AndSign = 17,
  OrSign = 18;
